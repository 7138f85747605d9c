import { isIP } from "node:net";
import { type Log, openTcp, openTls } from "@receipts/service-kit";
import { type Admin, type ISocketFactory, Kafka, type KafkaConfig as KafkaJsConfig, logLevel } from "kafkajs";
import { limitBatches } from "./bounded-batches.ts";
import { createKafkaClientLog } from "./kafka-client-log.ts";
import { createKafkaFaultLog, type KafkaFaultLog } from "./kafka-fault.ts";
import type { KafkaConnection } from "./kafka-settings.ts";
import { useOneSocketAtATime } from "./one-socket-at-a-time.ts";
import { quietRequestQueue } from "./quiet-request-queue.ts";

export interface KafkaClientOptions {
  readonly connection: KafkaConnection;
  readonly log: Log;
  /** Writes errors that show a wrong setting. Default: each once. */
  readonly faults?: KafkaFaultLog;
  /** Connection retries, all within seconds. Default: 2. */
  readonly connectRetries?: number;
  /** For tests that cut the network. */
  readonly socketFactory?: ISocketFactory;
}

/** Creates the kafkajs client for producers, consumers and administration. */
export function createKafkaClient(options: KafkaClientOptions): Kafka {
  const { connection, log, socketFactory = openBrokerSocket, connectRetries = 2 } = options;
  quietRequestQueue();
  useOneSocketAtATime();
  limitBatches();
  const { brokers, clientId, tls } = connection;
  const faults = options.faults ?? openFaultLog(connection, log);
  return new Kafka({
    brokers: [...brokers],
    clientId,
    logLevel: logLevel.WARN,
    logCreator: createKafkaClientLog(log, faults),
    connectionTimeout: 3_000,
    authenticationTimeout: 5_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: connectRetries },
    ...(tls !== undefined && { ssl: { ...tls } }),
    ...saslOf(connection),
    socketFactory: (args) => {
      const socket = socketFactory(args);
      // Before kafkajs logs it: it keeps the message, but not the code.
      return socket.prependOnceListener("error", (error) =>
        faults.report(error, `${args.host}:${args.port}`),
      );
    },
  });
}

export function openFaultLog(connection: KafkaConnection, log: Pick<Log, "error">): KafkaFaultLog {
  return createKafkaFaultLog(connection, (fields) => log.error("kafka.not_connected", fields));
}

const keepAliveMs = 60_000;

/** As kafkajs opens them, but without a delay. */
const openBrokerSocket: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const named = isIP(host) === 0 ? { servername: host } : {};
  const socket = ssl ? openTls({ host, port, ...named, ...ssl }) : openTcp({ host, port });
  return socket.once(ssl ? "secureConnect" : "connect", onConnect).setKeepAlive(true, keepAliveMs);
};

/** Connects for a few queries or changes, then disconnects. */
export async function withAdmin<T>(kafka: Kafka, use: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await use(admin);
  } finally {
    await admin.disconnect();
  }
}

function saslOf({ login }: KafkaConnection): Pick<KafkaJsConfig, "sasl"> {
  if (login === undefined) return {};
  return { sasl: { ...login, password: login.password.reveal() } as NonNullable<KafkaJsConfig["sasl"]> };
}
