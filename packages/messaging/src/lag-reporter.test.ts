import { createServiceMetrics, silentLog } from "@receipts/service-kit";
import { until } from "./conformance/bus-under-test.ts";
import { createLagReporter } from "./lag-reporter.ts";
import { createMemoryMessageBus } from "./memory/memory-message-bus.ts";

describe("the lag reporter", () => {
  it("shows the lag of each group, and no value while the bus is unavailable", async () => {
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
    bus.setAvailable(false);
    await until(async () => !(await shown()).includes("kafka_consumer_lag{"));

    stop.abort();
    await running;
    expect(warn).not.toHaveBeenCalled();
    await bus.close();
  });
});
