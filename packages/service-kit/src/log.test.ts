import { Writable } from "node:stream";
import { createLog, redact } from "./log.ts";

const canaries = ["rvk_CANARYcanary0123456789", "whsec_Q0FOQVJZQ0FOQVJZ", "hunter2-canary"];

describe("a log line", () => {
  /** Logs are copied, shipped and searched by many people: one secret in them is a leak. */
  it.each([
    { apiKey: canaries[0] },
    { headers: { "x-api-key": canaries[0], authorization: `Bearer ${canaries[0]}`, cookie: canaries[2] } },
    { message: `refused key ${canaries[0]} of the caller` },
    { error: new Error(`cannot sign with ${canaries[1]}`) },
    { error: new Error("outer", { cause: new Error(`inner ${canaries[0]}`) }) },
    { password: canaries[2], webhookSecret: canaries[1], token: canaries[2] },
    { url: "postgresql://receipts:hunter2-canary@db:5432/receipts" },
    { url: "redis://:hunter2-canary@cache:6379" },
    { list: [{ secret: canaries[2] }] },
  ])("never holds a secret: %#", (fields) => {
    const text = JSON.stringify(redact(fields));
    for (const canary of canaries) expect(text).not.toContain(canary);
  });

  it.each([
    ["a key of an installation's own prefix", `shop_${"aB3".repeat(16)}z`],
    ["a session token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzZXNfMSJ9.c2lnbmF0dXJl-_"],
    ["an invitation", "Q0FOQVJZ-canary_Q0FOQVJZcanaryQ0FOQVJZcan_1"],
  ])("never holds %s, in any context", (_what, value) => {
    for (const text of [
      value,
      `refused ${value}, again`,
      `GET /x?of=${value}&more`,
      `cookie svc_session=${value};`,
    ])
      expect(JSON.stringify(redact({ text }))).not.toContain(value.slice(8, 24));
  });

  it("keeps the fields that explain a request", () => {
    const fields = {
      requestId: "r-1",
      verificationId: "ver_1",
      durationMs: 12,
      bank: "cbe",
      apiKeyId: "key_1",
      amount: 300n,
    };
    expect(redact(fields)).toEqual({ ...fields, amount: "300" });
  });

  it("shows an error with its causes and code", () => {
    const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    expect(redact({ error: new Error("no answer", { cause }) })).toMatchObject({
      error: { name: "Error", message: "no answer", cause: { message: "refused", code: "ECONNREFUSED" } },
    });
  });
});

describe("a log", () => {
  it("counts and writes only the lines of its level and above", () => {
    const counted: string[] = [];
    const written: string[] = [];
    const destination = new Writable({
      write: (line, _encoding, done) => {
        written.push(JSON.parse(String(line)).level);
        done();
      },
    });
    const log = createLog({
      service: "test",
      level: "warn",
      destination,
      onLine: (level) => counted.push(level),
    });
    for (const level of ["debug", "info", "warn", "error"] as const) log[level]("event");
    expect(counted).toEqual(["warn", "error"]);
    expect(written).toEqual(["warn", "error"]);
  });
});
