import { readConfiguration } from "@receipts/service-kit";
import { kafkaConnection, kafkaSettings, kafkaTopicSettings } from "./kafka-settings.ts";
import { planTopics } from "./topic-plan.ts";

const read = (env: Record<string, string>) =>
  kafkaConnection(readConfiguration(kafkaSettings, { KAFKA_BROKERS: "a:9092,b:9093", ...env }));

describe("the Kafka settings", () => {
  it("need only brokers", () => {
    expect(read({})).toEqual({
      brokers: ["a:9092", "b:9093"],
      clientId: "receipts",
      tls: undefined,
      login: undefined,
    });
  });

  it.each([
    ["KAFKA_BROKERS", { KAFKA_BROKERS: "a" }],
    ["KAFKA_SASL_PASSWORD", { KAFKA_SASL_MECHANISM: "plain", KAFKA_SASL_USERNAME: "u" }],
    ["KAFKA_TLS_CA_FILE", { KAFKA_TLS: "true", KAFKA_TLS_CA_FILE: "/does/not/exist" }],
    ["KAFKA_TLS_CA_FILE", { KAFKA_TLS_CA_FILE: "/forgot/to/turn/it/on" }],
    ["KAFKA_TLS_KEY_FILE", { KAFKA_TLS: "true", KAFKA_TLS_CERT_FILE: "/some/file" }],
  ])("stop the start if %s is inconsistent", (name, env) => {
    expect(() => read(env)).toThrow(name);
  });

  it("require TLS if Kafka is among the secure backends", () => {
    const line =
      "KAFKA_TLS: must be true, because SECURE_BACKENDS names kafka; where the network protects it, leave kafka out (in the chart: insecureBackends: [kafka])";
    expect(() => read({ SECURE_BACKENDS: "postgres,kafka" })).toThrow(`Bad configuration:\n  ${line}`);
    expect(read({ SECURE_BACKENDS: "postgres,kafka", KAFKA_TLS: "true" }).tls).toEqual({});
    expect(read({ SECURE_BACKENDS: "postgres,redis" }).tls).toBeUndefined();
    expect(() => read({ SECURE_BACKENDS: "kafka,rabbit" })).toThrow("SECURE_BACKENDS: must be names out of");
  });

  it("do not print the password", () => {
    const { login } = read({
      KAFKA_SASL_MECHANISM: "scram-sha-512",
      KAFKA_SASL_USERNAME: "receipts",
      KAFKA_SASL_PASSWORD: "hunter2",
    });
    expect(JSON.stringify(login)).not.toContain("hunter2");
    expect(login?.password.reveal()).toBe("hunter2");
  });
});

describe("the plan of the topics", () => {
  const plan = (env: Record<string, string>, production: boolean) =>
    planTopics(readConfiguration(kafkaTopicSettings, env), { production, prefix: "x." });

  it("has three copies in production, two of them in sync, and one elsewhere", () => {
    expect(plan({}, true)[0]).toMatchObject({ replicationFactor: 3, minInsyncReplicas: 2 });
    expect(plan({}, false)[0]).toMatchObject({ replicationFactor: 1, minInsyncReplicas: 1 });
    const set = { KAFKA_REPLICATION_FACTOR: "5", KAFKA_MIN_INSYNC_REPLICAS: "3" };
    expect(plan(set, true)[0]).toMatchObject({ replicationFactor: 5, minInsyncReplicas: 3 });
  });

  it("has a dead-letter topic for each, with one partition and longer retention", () => {
    const [topic, deadLetters] = plan({ KAFKA_PARTITIONS: "12" }, false);
    expect(topic).toMatchObject({ partitions: 12, retentionMs: 604_800_000 });
    expect(deadLetters).toMatchObject({
      topic: `${topic?.topic}.dead-letter`,
      partitions: 1,
      retentionMs: 2_592_000_000,
    });
    expect(topic?.topic).toMatch(/^x\.verification\.requested\./);
  });
});
