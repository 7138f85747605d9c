import { type ConfigurationError, secret } from "@receipts/service-kit";
import { asKafkaFault, createKafkaFaultLog } from "./kafka-fault.ts";

const login = { mechanism: "plain", username: "u", password: secret("canary") } as const;
const authority = Object.assign(new Error("Connection error: self-signed certificate"), {
  code: "DEPTH_ZERO_SELF_SIGNED_CERT",
});
const closed = new Error("Closed connection");

function open(connection: Parameters<typeof createKafkaFaultLog>[0] = { tls: {}, login }) {
  const lines: unknown[] = [];
  return { lines, faults: createKafkaFaultLog(connection, (fields) => void lines.push(fields)) };
}

describe("the log of wrong settings of Kafka", () => {
  it("has each once, and knows what repeats it", () => {
    const { lines, faults } = open();
    expect(faults.report(authority, "b:1")).toBe(true);
    expect(faults.report(authority, "b:2")).toBe(true);
    expect(faults.report(new Error(`Failed to connect to seed broker: ${authority.message}`))).toBe(true);
    expect(faults.report(new Error("SASL PLAIN authentication failed: canary"))).toBe(true);
    expect(lines).toEqual([
      { reason: expect.stringMatching(/^KAFKA_TLS_CA_FILE: /), broker: "b:1" },
      { reason: "KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: the broker refused the login", broker: undefined },
    ]);
    faults.forget();
    faults.report(authority);
    expect(lines).toHaveLength(3);
  });

  it("takes no outage for one", () => {
    const { lines, faults } = open({ tls: undefined, login: undefined });
    expect(faults.report(closed)).toBe(false);
    expect(faults.report(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }))).toBe(false);
    expect(lines).toEqual([]);
  });

  it.each([
    ["KAFKA_TLS", { tls: undefined, login }],
    ["KAFKA_SASL_MECHANISM", { tls: {}, login: undefined }],
    [undefined, { tls: {}, login }],
  ])("names %s if a broker closes the connection at the start", (setting, connection) => {
    const { lines, faults } = open(connection);
    expect(faults.reportAtStart(closed)).toBe(setting !== undefined);
    expect(lines).toHaveLength(setting === undefined ? 0 : 1);
    const ended = asKafkaFault(closed, connection);
    if (setting === undefined) expect(ended).toBe(closed);
    else expect((ended as ConfigurationError).faults).toEqual([expect.stringMatching(`^${setting}: `)]);
  });
});
