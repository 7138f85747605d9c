import { createKafkaMessageBus, kafkaConnection, kafkaSettings } from "@receipts/messaging/kafka";
import { type Log, type LogFields, readConfiguration, silentLog } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { runProgram } from "./run-program.ts";
import { tlsEnvironmentOf } from "./tls-overlay.ts";
import { startTlsKafka, type TlsServer } from "./tls-servers.ts";

let kafka: TlsServer;

beforeAll(async () => {
  kafka = await startTlsKafka();
  await until(async () => (await makeTopics()).code === 0, { what: "the topics" });
});
afterAll(() => kafka?.[Symbol.asyncDispose]());

/** The settings of `topics` in the overlay, with some changed. */
const settings = (changed: Readonly<Record<string, string>> = {}) => ({
  ...tlsEnvironmentOf("topics", kafka.folder),
  KAFKA_BROKERS: `localhost:${kafka.port}`,
  ...changed,
});

const makeTopics = (changed?: Readonly<Record<string, string>>) =>
  runProgram("packages/messaging/src/kafka/topics-main.ts", settings(changed));

function openBus(changed: Readonly<Record<string, string>> = {}) {
  const lines: [string, LogFields | undefined][] = [];
  const write = (event: string, fields?: LogFields) => void lines.push([event, fields]);
  const log: Log = { ...silentLog, info: write, warn: write, error: write };
  const connection = kafkaConnection(readConfiguration(kafkaSettings, settings(changed)));
  return { lines, bus: createKafkaMessageBus({ connection, log }) };
}

const wrongPassword = { KAFKA_SASL_PASSWORD_FILE: "", KAFKA_SASL_PASSWORD: "canary" };

/** The wrong setting, and the line that it causes. */
const wrong: readonly [string, () => Readonly<Record<string, string>>, string][] = [
  [
    "another authority",
    () => ({ KAFKA_TLS_CA_FILE: kafka.otherAuthority }),
    "KAFKA_TLS_CA_FILE: none of the trusted authorities signed the server's certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE)",
  ],
  [
    "another host's certificate",
    () => ({ KAFKA_BROKERS: `127.0.0.2:${kafka.port}` }),
    "KAFKA_BROKERS: the server's certificate is for another host: IP: 127.0.0.2 is not in the cert's list: 127.0.0.1",
  ],
  [
    "a wrong password",
    () => wrongPassword,
    "KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: the broker refused the login",
  ],
  [
    "no login",
    () => ({ KAFKA_SASL_MECHANISM: "" }),
    "KAFKA_SASL_MECHANISM: the broker closed the connection; one that expects a login does so",
  ],
  [
    "no TLS",
    () => ({ SECURE_BACKENDS: "", KAFKA_TLS: "", KAFKA_TLS_CA_FILE: "" }),
    "KAFKA_TLS: the broker closed the connection; one that expects TLS does so",
  ],
  [
    "no TLS, where it is required",
    () => ({ KAFKA_TLS: "", KAFKA_TLS_CA_FILE: "" }),
    "KAFKA_TLS: must be true, because SECURE_BACKENDS names kafka; where the network protects it, leave kafka out (in the chart: insecureBackends: [kafka])",
  ],
];

describe("Kafka with TLS and a login", () => {
  it("carries a message", async () => {
    const { bus, lines } = openBus();
    const seen: string[] = [];
    const topic = "verification.requested.cbe";
    await bus.subscribe({ topic, group: "probe", concurrency: 1 }, async ({ value }) => {
      seen.push(value);
    });
    await bus.publish([{ topic, key: "k", value: "v", headers: {} }]);
    await until(() => seen.length === 1);
    await bus.close();
    expect(seen).toEqual(["v"]);
    // The first group of a new broker waits for its coordinator, with other lines.
    expect(lines.map(([event]) => event)).not.toContain("kafka.not_connected");
  });

  it.each(wrong)("ends the command with one line for %s", async (_, changed, line) => {
    expect(await makeTopics(changed())).toEqual({
      code: 1,
      stdout: "",
      stderr: `Bad configuration:\n  ${line}\n`,
    });
  });

  it.each(wrong.slice(0, 5))("is one line in the log of a service for %s", async (_, changed, line) => {
    const { bus, lines } = openBus(changed());
    const topic = "verification.requested.cbe";
    const subscribing = bus
      .subscribe({ topic, group: "probe", concurrency: 1 }, async () => undefined)
      .catch(() => undefined);
    // Each publishes on a new connection, until the bus itself has noticed.
    await until(async () => {
      await bus.publish([{ topic, key: "k", value: "v", headers: {} }]).catch(() => undefined);
      return !bus.isAvailable();
    });
    await bus.close();
    await subscribing;
    expect(lines).toEqual([["kafka.not_connected", expect.objectContaining({ reason: line })]]);
    expect(JSON.stringify(lines)).not.toContain("canary");
  });
});
