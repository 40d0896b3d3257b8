package io.headrace;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toUnmodifiableSet;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.headrace.spi.Driver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** Packages stand on floors and an import may only go down, or sideways where no cycle comes of it. */
@AnalyzeClasses(locations = ArchitectureTest.Core.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String ROOT = "io.headrace";

    /** Every package of core needs a line here; those below belong to it. Packages that do not exist yet do no harm. */
    private static final Map<String, Integer> FLOORS = Map.ofEntries(
            Map.entry(ROOT + ".error", 1),
            Map.entry(ROOT + ".kernel", 1),
            Map.entry(ROOT + ".config", 1),
            Map.entry(ROOT + ".memory", 1),
            Map.entry(ROOT + ".trace", 1),
            Map.entry(ROOT + ".signal", 2),
            Map.entry(ROOT + ".topology", 2),
            Map.entry(ROOT + ".spi", 3),
            Map.entry(ROOT + ".queue", 4),
            Map.entry(ROOT + ".copy", 4),
            Map.entry(ROOT, 5),
            Map.entry(ROOT + ".acc", 6));

    @ArchTest
    static final ArchRule everyPackageHasAFloor =
            classes().should(haveAFloor()).because("ArchitectureTest.FLOORS is the plan of the building");

    @ArchTest
    static final ArchRule importsGoDownOrSideways = classes().should(importOnlyFromTheSameFloorOrBelow());

    @ArchTest
    static final ArchRule packagesFormNoCycle =
            slices().assignedFrom(packages()).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule everyPackageIsNullMarked =
            classes().that(areHandWritten()).should(liveInANullMarkedPackage());

    @ArchTest
    static final ArchRule exportedApiShowsExportedTypesOnly =
            classes().that(areVisibleToUsers()).should(showOnlyExportedTypes());

    /** The classes of core itself, wherever the build has put them. */
    static final class Core implements LocationProvider {
        @Override
        public Set<Location> get(Class<?> testClass) {
            return Set.of(Location.of(root()));
        }

        static Path root() {
            try {
                URI classes = Driver.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI();
                return Path.of(classes);
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }

        /** What module-info exports to everyone. */
        static Set<String> exports() {
            try (InputStream descriptor = Files.newInputStream(root().resolve("module-info.class"))) {
                return ModuleDescriptor.read(descriptor).exports().stream()
                        .filter(exports -> !exports.isQualified())
                        .map(ModuleDescriptor.Exports::source)
                        .collect(toUnmodifiableSet());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static String room(String packageName) {
        int end = packageName.indexOf('.', ROOT.length() + 1);
        return end < 0 ? packageName : packageName.substring(0, end);
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
    }

    private static ArchCondition<JavaClass> haveAFloor() {
        return new ArchCondition<>("have a floor") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!FLOORS.containsKey(room(type.getPackageName()))) {
                    events.add(
                            SimpleConditionEvent.violated(type, type.getName() + " is in a package without a floor"));
                }
            }
        };
    }

    private static ArchCondition<JavaClass> importOnlyFromTheSameFloorOrBelow() {
        return new ArchCondition<>("import only from the same floor or below") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (!isOurs(target)) {
                        continue;
                    }
                    Integer from = FLOORS.get(room(type.getPackageName()));
                    Integer to = FLOORS.get(room(target.getPackageName()));
                    if (from != null && to != null && to > from) {
                        events.add(SimpleConditionEvent.violated(
                                type, "floor=" + from + " to floor=" + to + ": " + dependency.getDescription()));
                    }
                }
            }
        };
    }

    private static SliceAssignment packages() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return isOurs(type) ? SliceIdentifier.of(room(type.getPackageName())) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };
    }

    private static DescribedPredicate<JavaClass> areHandWritten() {
        return DescribedPredicate.describe(
                "are written by hand", type -> !type.getSimpleName().equals("package-info"));
    }

    private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
        return new ArchCondition<>("live in a @NullMarked package") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getPackageName() + " has no package-info.java with @NullMarked"));
                }
            }
        };
    }

    private static DescribedPredicate<JavaClass> areVisibleToUsers() {
        Set<String> exported = Core.exports();
        return DescribedPredicate.describe(
                "users can see", type -> exported.contains(type.getPackageName()) && isReachable(type));
    }

    private static boolean isReachable(JavaClass type) {
        boolean open = type.getModifiers().contains(JavaModifier.PUBLIC)
                || type.getModifiers().contains(JavaModifier.PROTECTED);
        return open
                && type.getEnclosingClass().map(ArchitectureTest::isReachable).orElse(true);
    }

    private static ArchCondition<JavaClass> showOnlyExportedTypes() {
        Set<String> exported = Core.exports();
        return new ArchCondition<>("show only exported types") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (JavaMember member : type.getMembers()) {
                    if (!member.getModifiers().contains(JavaModifier.PUBLIC)
                            && !member.getModifiers().contains(JavaModifier.PROTECTED)) {
                        continue;
                    }
                    shownBy(member)
                            .map(JavaClass::getBaseComponentType)
                            .filter(shown -> isOurs(shown) && !exported.contains(shown.getPackageName()))
                            .forEach(shown -> events.add(SimpleConditionEvent.violated(
                                    member, member.getFullName() + " shows " + shown.getName())));
                }
            }
        };
    }

    private static Stream<JavaClass> shownBy(JavaMember member) {
        return switch (member) {
            case JavaField field -> field.getType().getAllInvolvedRawTypes().stream();
            case JavaCodeUnit unit ->
                Stream.concat(
                        unit.getReturnType().getAllInvolvedRawTypes().stream(),
                        Stream.concat(
                                unit.getParameterTypes().stream()
                                        .flatMap(parameter -> parameter.getAllInvolvedRawTypes().stream()),
                                unit.getExceptionTypes().stream()));
            default -> Stream.empty();
        };
    }
}
