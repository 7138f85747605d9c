import { type LogFields, silentLog } from "@receipts/service-kit";
import { createKafkaClientLog } from "./kafka-client-log.ts";

function open() {
  const lines: { event: string; fields: LogFields | undefined }[] = [];
  let now = 0;
  const log = {
    ...silentLog,
    warn: (event: string, fields?: LogFields) => void lines.push({ event, fields }),
  };
  const write = createKafkaClientLog(log, undefined, () => now)(4);
  const entry = (message: string, level = 1) => ({
    namespace: "Connection",
    level,
    label: "ERROR",
    log: { timestamp: "", message, logger: undefined as never, broker: "b:1", stack: "long" },
  });
  return { lines, write, entry, pass: (ms: number) => (now += ms) };
}

describe("the client library's log", () => {
  it("becomes one line per entry, without stack", () => {
    const { lines, write, entry } = open();
    write(entry("Connection error"));
    expect(lines).toEqual([
      {
        event: "kafka.client",
        fields: { part: "Connection", message: "Connection error", broker: "b:1" },
      },
    ]);
  });

  it("writes each line once a minute, at most 20, and counts those it left out", () => {
    const { lines, write, entry, pass } = open();
    for (let count = 0; count < 500; count += 1) write(entry("Connection error"));
    expect(lines).toHaveLength(1);
    for (let count = 0; count < 30; count += 1) write(entry(`Connection error ${count}`));
    expect(lines).toHaveLength(20);
    pass(60_000);
    write(entry("Connection error"));
    expect(lines[20]).toEqual({ event: "kafka.client_lines_left_out", fields: { count: 510 } });
    expect(lines).toHaveLength(22);
  });

  it("leaves out entries below a warning, and the notice that retries are limited", () => {
    const { lines, write, entry } = open();
    write(entry("Consumer has joined the group", 4));
    write(entry("Limiting retries for the idempotent producer may invalidate EoS guarantees", 2));
    expect(lines).toEqual([]);
  });
});
