import { createServiceMetrics, silentLog } from "@receipts/service-kit";
import { until } from "./conformance/bus-under-test.ts";
import { toDeadLetter } from "./dead-letter.ts";
import { discardDeadLetters } from "./kafka/dead-letters.ts";
import { createLagReporter } from "./lag-reporter.ts";
import { createMemoryMessageBus } from "./memory/memory-message-bus.ts";

describe("the lag reporter", () => {
  it("shows the lag of each group, and its dead letters until they are discarded, and no value while the bus is unavailable", async () => {
    const bus = createMemoryMessageBus();
    const metrics = createServiceMetrics({ processMetrics: false });
    const groups = [{ topic: "t", group: "g" }];
    const stop = new AbortController();
    const warn = jest.fn();
    const log = { ...silentLog, warn };
    const worker = createLagReporter({ bus, groups, metrics, log, everyMs: 1 });
    const running = worker.run(stop.signal);
    const shown = async () => await metrics.registry.metrics();

    await bus.publish([{ topic: "t", key: "k", value: "a" }]);
    await until(async () => (await shown()).includes('kafka_consumer_lag{topic="t",group="g"} 1'));
    await bus.publish([
      toDeadLetter({ topic: "t", key: "k", value: "a", headers: {}, attempt: 1 }, "g", "why"),
    ]);
    const letters = 'kafka_consumer_lag{topic="t.dead-letter",group="dead-letter-replay"}';
    await until(async () => (await shown()).includes(`${letters} 1`));
    expect(await discardDeadLetters(bus, "t")).toBe(1);
    await until(async () => (await shown()).includes(`${letters} 0`));
    bus.setAvailable(false);
    await until(async () => !(await shown()).includes("kafka_consumer_lag{"));

    stop.abort();
    await running;
    expect(warn).not.toHaveBeenCalled();
    await bus.close();
  });
});
