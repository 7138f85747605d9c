import { createMemoryMessageBus, encodeMessage, verificationFinished } from "@receipts/messaging";
import { createServiceMetrics, silentLog, startWorkers } from "@receipts/service-kit";
import { buildDispatcher } from "../src/build-dispatcher.ts";
import { readDispatcherConfig } from "../src/dispatcher-config.ts";

/** Runs a dispatcher as its own process. Any message of the parent publishes `verification.finished`. */
const bus = createMemoryMessageBus({});
const service = await buildDispatcher({
  config: readDispatcherConfig(process.env),
  bus,
  log: silentLog,
  metrics: createServiceMetrics({ processMetrics: false }),
});
startWorkers(service, new AbortController(), silentLog);

process.on("message", () => {
  const verificationId = "ver_01k9zc4q2v0000000000000000";
  const data = { verificationId, deliveryId: "whd_01k9zc4q2v0000000000000000" };
  const topicName = verificationFinished.name();
  void bus.publish([encodeMessage(verificationFinished, { topicName, requestId: "req_bench", data })]);
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
