package io.headrace.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NetworkTest {

    private static final long GB = 1_000_000_000;
    private static final long UNLIMITED = 1L << 50;

    private final VirtualTime time = new VirtualTime();
    private final Network network = new Network(time);
    private final Map<String, Long> ends = new TreeMap<>();

    private void send(String name, long bytes, long most, Channel... path) {
        network.send(List.of(path), bytes, most, () -> ends.put(name, time.nanos()));
    }

    @Test
    void aTransferAloneHasTheWholeChannel() {
        Channel link = network.channel("link", 64 * GB);
        send("a", 6_400, UNLIMITED, link);
        time.run();
        assertThat(ends).containsExactly(Map.entry("a", 100L));
        assertThat(link.bytes()).isEqualTo(6_400);
        assertThat(link.busyNanos()).isEqualTo(100);
    }

    @Test
    void aLimitHoldsItBack() {
        send("a", 6_400, 32 * GB, network.channel("link", 64 * GB));
        time.run();
        assertThat(ends).containsEntry("a", 200L);
    }

    @Test
    void twoShareAndTheOneThatIsLeftGetsAll() {
        Channel link = network.channel("link", 10 * GB);
        send("a", 1_000, UNLIMITED, link);
        send("b", 3_000, UNLIMITED, link);
        time.run();
        // Both at 5 until a has ended at 200; b has 2,000 left then.
        assertThat(ends).containsEntry("a", 200L).containsEntry("b", 400L);
        assertThat(link.mostAtOnce()).isEqualTo(2);
    }

    @Test
    void whatOneCannotUseTheOthersGet() {
        Channel link = network.channel("link", 10 * GB);
        send("slow", 200, 2 * GB, link);
        send("fast", 800, UNLIMITED, link);
        time.run();
        assertThat(ends).containsEntry("slow", 100L).containsEntry("fast", 100L);
    }

    @Test
    void channelsThatDoNotMeetDoNotConcernEachOther() {
        send("a", 1_000, UNLIMITED, network.channel("one", GB));
        send("b", 1_000, UNLIMITED, network.channel("other", 2 * GB));
        time.run();
        assertThat(ends).containsEntry("a", 1_000L).containsEntry("b", 500L);
        assertThat(time.nanos()).isEqualTo(1_000);
    }

    @Test
    void aWayOverSeveralChannelsIsAsFastAsItsSlowest() {
        Channel narrow = network.channel("narrow", 4 * GB);
        Channel wide = network.channel("wide", 10 * GB);
        send("through", 400, UNLIMITED, wide, narrow);
        send("wide only", 600, UNLIMITED, wide);
        time.run();
        // Max-min: 4 through the narrow one, and what that leaves of the wide one, 6.
        assertThat(ends).containsEntry("through", 100L).containsEntry("wide only", 100L);
    }

    @Test
    void oneThatComesLaterSharesFromThenOn() {
        Channel link = network.channel("link", 10 * GB);
        send("a", 2_000, UNLIMITED, link);
        time.at(100, () -> send("b", 500, UNLIMITED, link));
        time.run();
        // a has 1,000 left at 100; both at 5 until b has ended at 200; a has 500 left then.
        assertThat(ends).containsEntry("b", 200L).containsEntry("a", 250L);
        assertThat(link.busyNanos()).isEqualTo(250);
    }

    @Test
    void noBytesArriveAtOnceAndWithoutChannelsTheLimitCounts() {
        send("nothing", 0, UNLIMITED, network.channel("link", GB));
        send("anywhere", 500, 5 * GB);
        time.run();
        assertThat(ends).containsEntry("nothing", 0L).containsEntry("anywhere", 100L);
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        Channel link = network.channel("link", 1);
        assertThatThrownBy(() -> send("a", -1, 1, link)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> send("a", 1, 0, link)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> send("a", 1, 1, link, link)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> network.channel("link", 0)).isInstanceOf(IllegalArgumentException.class);
        send("a", 1, 1, link);
        assertThatThrownBy(() -> send("b", 1, 1, link))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too many");
    }

    @Test
    void randomTransfersAllArriveAndNoChannelIsFasterThanItIs() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            randomRound(random, "seed=" + seed + " round=" + round);
        }
    }

    private static void randomRound(Random random, String what) {
        VirtualTime time = new VirtualTime();
        Network network = new Network(time);
        List<Channel> channels = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(6); i++) {
            channels.add(network.channel("c" + i, random.nextLong(GB, 100 * GB)));
        }
        long[] expected = new long[channels.size()];
        int[] arrived = new int[60];
        long[] least = new long[1];
        for (int i = 0; i < arrived.length; i++) {
            int id = i;
            long bytes = random.nextLong(1 << 20);
            long most = random.nextLong(GB, 200 * GB);
            List<Channel> path =
                    channels.stream().filter(channel -> random.nextBoolean()).toList();
            path.forEach(channel -> expected[channels.indexOf(channel)] += bytes);
            long begin = random.nextInt(20_000);
            time.at(
                    begin,
                    () -> network.send(path, bytes, most, () -> {
                        arrived[id]++;
                        long fastest = path.stream()
                                .mapToLong(Channel::bytesPerSecond)
                                .min()
                                .orElse(most);
                        assertThat(time.nanos() - begin)
                                .as(what)
                                .isGreaterThanOrEqualTo(Work.nanos(bytes, Math.min(most, fastest)));
                    }));
            least[0] = Math.max(least[0], begin + Work.nanos(bytes, most));
        }
        time.run();
        assertThat(arrived).as(what).containsOnly(1);
        assertThat(time.nanos()).as(what).isGreaterThanOrEqualTo(least[0]);
        for (Channel channel : channels) {
            assertThat(channel.bytes()).as(what).isEqualTo(expected[channels.indexOf(channel)]);
            assertThat(channel.busyNanos()).as(what).isGreaterThanOrEqualTo(channel.nanosFor(channel.bytes()));
        }
    }
}
