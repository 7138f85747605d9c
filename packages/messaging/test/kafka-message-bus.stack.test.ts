import { testLog } from "@receipts/testing/suite-log";
import { describeMessageBusConformance } from "../src/conformance/message-bus-conformance.ts";
import { createKafkaMessageBus } from "../src/kafka/kafka-message-bus.ts";
import { connectionUnderTest, createCuttableNetwork, makeTopic } from "./kafka-under-test.ts";

const open = (options = {}) =>
  createKafkaMessageBus({
    connection: connectionUnderTest(),
    log: testLog,
    retryDelayMs: () => 20,
    ...options,
  });

describeMessageBusConformance(
  "the Kafka bus",
  async () => {
    const network = createCuttableNetwork();
    return {
      bus: open({ socketFactory: network.socketFactory }),
      reopen: async () => open(),
      prepareTopic: makeTopic,
      outage: { begin: async () => network.cut(), end: async () => network.restore() },
    };
  },
  { durable: true, canBreak: true },
);
