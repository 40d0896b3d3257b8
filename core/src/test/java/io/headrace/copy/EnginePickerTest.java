package io.headrace.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ResourcesExhaustedException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.topology.EngineClass;
import io.headrace.topology.Engines;
import io.headrace.topology.Recommendation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EnginePickerTest {

    private final CopyEngines engines = new CopyEngines(EngineSetup.of(1, new Engines(2, 6), 2));
    private final EnginePicker picker = new EnginePicker(engines);

    private static Recommendation engines(long mask) {
        return new Recommendation(1, mask, Recommendation.Reason.FILE, "taken from the file");
    }

    private static final Recommendation NOTHING =
            new Recommendation(1, 0, Recommendation.Reason.UNKNOWN, "the kind of link is unknown");

    private static EnginePicker old(long excluded) {
        return new EnginePicker(new CopyEngines(new EngineSetup(1, new Engines(2, 6), 2, 0, excluded, false)));
    }

    private void exhaust(EngineClass engineClass) {
        while (engines.free(engineClass) > 0) {
            engines.allocate(engineClass);
        }
    }

    private static CopyMeans.OnEngine onEngine(CopyMeans means) {
        assertThat(means).isInstanceOf(CopyMeans.OnEngine.class);
        return (CopyMeans.OnEngine) means;
    }

    @ParameterizedTest
    @EnumSource
    void theEngineThatSuitsIsTaken(EngineMode mode) {
        CopyMeans.OnEngine means = onEngine(picker.pick(engines(1L << 5), mode, true));
        assertThat(means.queue().engine()).isEqualTo(5);
        assertThat(means.recommended()).isTrue();
        assertThat(means.why()).isEqualTo("taken from the file");
    }

    // E45
    @Test
    void preferTakesAnotherEngineOfTheClassAndReportsIt() {
        picker.pick(engines(1L << 5), EngineMode.FORCE, true);
        picker.pick(engines(1L << 5), EngineMode.FORCE, true);
        CopyMeans.OnEngine means = onEngine(picker.pick(engines(1L << 5), EngineMode.PREFER, true));
        assertThat(means.queue().engine()).isEqualTo(2);
        assertThat(means.recommended()).isFalse();
        assertThat(means.why()).isEqualTo("no free queue on engines=5");
    }

    // E45
    @Test
    void forceGivesTheErrorInsteadAndTakesNothing() {
        picker.pick(engines(1L << 5), EngineMode.FORCE, true);
        picker.pick(engines(1L << 5), EngineMode.FORCE, true);
        assertThatThrownBy(() -> picker.pick(engines(1L << 5), EngineMode.FORCE, true))
                .isInstanceOf(ResourcesExhaustedException.class)
                .hasMessageContaining("engines=5");
        assertThat(engines.free(EngineClass.XGMI)).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void preferGoesOnToTheDevicesOwnCopyAndThenThroughTheHost(boolean ownCopy) {
        exhaust(EngineClass.XGMI);
        CopyMeans means = picker.pick(engines(1L << 5), EngineMode.PREFER, ownCopy);
        assertThat(means).isInstanceOf(ownCopy ? CopyMeans.OwnCopy.class : CopyMeans.ThroughHost.class);
        assertThat(means.why()).contains("no free queue on engines=5", "nor on others of their class");
        assertThat(engines.free(EngineClass.PCIE)).isEqualTo(4);
    }

    @Test
    void anEngineOfAnotherClassIsNeverTaken() {
        exhaust(EngineClass.PCIE);
        assertThat(picker.pick(engines(0x3), EngineMode.PREFER, false)).isInstanceOf(CopyMeans.ThroughHost.class);
        assertThatThrownBy(() -> picker.pick(engines(0x3), EngineMode.FORCE, false))
                .isInstanceOf(ResourcesExhaustedException.class);
        assertThat(engines.free(EngineClass.XGMI)).isEqualTo(12);
    }

    @Test
    void ofAWholeClassAnyEngineSuits() {
        for (int i = 0; i < 12; i++) {
            CopyMeans.OnEngine means = onEngine(picker.pick(engines(0xfc), EngineMode.FORCE, false));
            assertThat(means.queue().engine()).isEqualTo(2 + i % 6);
            assertThat(means.recommended()).isTrue();
        }
    }

    @Test
    void aMaskOfBothClassesIsServedByEither() {
        exhaust(EngineClass.PCIE);
        assertThat(onEngine(picker.pick(engines(0x81), EngineMode.FORCE, false))
                        .queue()
                        .engine())
                .isEqualTo(7);
    }

    @Test
    void withoutARecommendationNoEngineIsTaken() {
        assertThat(picker.pick(NOTHING, EngineMode.PREFER, true)).isInstanceOf(CopyMeans.OwnCopy.class);
        assertThat(picker.pick(NOTHING, EngineMode.PREFER, false).why()).contains("the kind of link is unknown");
        assertThatThrownBy(() -> picker.pick(NOTHING, EngineMode.FORCE, true))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("the kind of link is unknown");
    }

    @Test
    void whereEnginesCannotBeChosenOneOfTheClassIsTakenAndReported() {
        CopyMeans.OnEngine first = onEngine(old(0).pick(engines(1L << 2), EngineMode.PREFER, true));
        assertThat(first.queue().engine()).isEqualTo(2);
        assertThat(first.recommended()).isTrue();
        CopyMeans.OnEngine other = onEngine(old(0).pick(engines(1L << 5), EngineMode.PREFER, true));
        assertThat(other.queue().engine()).isEqualTo(2);
        assertThat(other.recommended()).isFalse();
        assertThat(other.why()).contains("cannot be chosen", "wanted=5");
    }

    @Test
    void whereEnginesCannotBeChosenAMaskOfExcludedOnesIsNoErrorButAnotherOfTheClass() {
        CopyMeans.OnEngine means = onEngine(old(0b1).pick(engines(0b1), EngineMode.PREFER, true));
        assertThat(means.queue().engine()).isEqualTo(1);
        assertThat(means.recommended()).isFalse();
    }

    @Test
    void whereEnginesCannotBeChosenForceIsUnsupportedButForAWholeClass() {
        assertThatThrownBy(() -> old(0).pick(engines(1L << 5), EngineMode.FORCE, true))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("1.17");
        assertThat(onEngine(old(0).pick(engines(0xfc), EngineMode.FORCE, true)).recommended())
                .isTrue();
        assertThat(onEngine(old(1L << 3).pick(engines(0xf4), EngineMode.FORCE, true))
                        .recommended())
                .isTrue();
    }

    @Test
    void aCopyThatAnotherNodeDrivesIsRefused() {
        Recommendation others = new Recommendation(2, 4, Recommendation.Reason.FILE, "taken from the file");
        assertThatThrownBy(() -> picker.pick(others, EngineMode.PREFER, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("driver=2");
    }

    private static CopyUnit.OnEngines unit(long wanted, long spread, int parts) {
        return new CopyUnit.OnEngines(engines(wanted), EngineMode.PREFER, spread, parts);
    }

    @Test
    void aCopyIsSplitOverEnginesThatAreIdle() {
        engines.allocate(EngineKind.BY_ENGINE, 3);
        assertThat(picker.pick(unit(0xfc, 0xfc, 4), true))
                .extracting(means -> onEngine(means).queue().engine())
                .containsExactly(2, 4, 5, 6);
        assertThat(engines.free(EngineClass.XGMI)).isEqualTo(12 - 5);
    }

    @Test
    void aCopyIsNotSplitIfOnlyOneEngineIsIdleAndNothingIsLeftTaken() {
        engines.allocate(EngineKind.BY_ENGINE, 2);
        assertThat(picker.pick(unit(1 << 2, 0xc, 2), true))
                .extracting(means -> onEngine(means).queue().engine())
                .containsExactly(2);
        assertThat(engines.free(EngineClass.XGMI)).isEqualTo(12 - 2);
    }

    @Test
    void aPartOnAnEngineThatDoesNotSuitSaysSo() {
        assertThat(picker.pick(unit(1 << 2, 0xfc, 3), true))
                .extracting(means -> onEngine(means).recommended())
                .containsExactly(true, false, false);
    }

    @Test
    void inOnePartACopyGoesAsIfItCouldNotBeSplit() {
        assertThat(picker.pick(unit(1 << 5, 0, 1), true))
                .extracting(means -> onEngine(means).queue().engine())
                .containsExactly(5);
    }
}
