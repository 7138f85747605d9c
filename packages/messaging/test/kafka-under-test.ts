import { connect as connectPlain, type Socket } from "node:net";
import { testLog } from "@receipts/testing/suite-log";
import type { Admin, ISocketFactory } from "kafkajs";
import { makeTopics } from "../src/kafka/ensure-topics.ts";
import { createKafkaClient, withAdmin } from "../src/kafka/kafka-client.ts";
import type { KafkaConnection } from "../src/kafka/kafka-settings.ts";

/** For tests on the real broker that `npm run test:stack` provides. */
export function connectionUnderTest(): KafkaConnection {
  const brokers = process.env["KAFKA_BROKERS"]?.split(",");
  if (brokers === undefined) throw new Error("run these tests with `npm run test:stack`");
  return { brokers, clientId: "stack-test", tls: undefined, login: undefined };
}

export const adminUnderTest = <T>(use: (admin: Admin) => Promise<T>): Promise<T> =>
  withAdmin(createKafkaClient({ connection: connectionUnderTest(), log: testLog }), use);

export async function makeTopic(topic: string, partitions = 2): Promise<void> {
  const plan = { topic, partitions, replicationFactor: 1, minInsyncReplicas: 1, retentionMs: 3_600_000 };
  await makeTopics([plan], { connection: connectionUnderTest(), log: testLog });
}

/** A network of one client that can be cut without affecting other clients of the broker. */
export function createCuttableNetwork(): { socketFactory: ISocketFactory; cut(): void; restore(): void } {
  const open = new Set<Socket>();
  let connected = true;
  return {
    socketFactory({ host, port, onConnect }) {
      const socket = connectPlain({ host, port }, onConnect);
      open.add(socket);
      socket.once("close", () => open.delete(socket));
      if (!connected) socket.destroy(new Error("the network is cut"));
      return socket;
    },
    cut() {
      connected = false;
      for (const socket of open) socket.destroy(new Error("the network is cut"));
    },
    restore() {
      connected = true;
    },
  };
}
