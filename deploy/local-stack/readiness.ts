import { connect } from "node:net";
import { pause } from "@receipts/service-kit";
import pg from "pg";

const answerTimeoutMs = 2_000;

export async function postgresIsReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerTimeoutMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** While it loads its data Redis answers with an error instead. */
export async function redisIsReady(port: number): Promise<boolean> {
  const answer = await ask(port, Buffer.from("PING\r\n"), 7);
  return answer?.toString().startsWith("+PONG") === true;
}

/**
 * An open port is not enough: topics can be made only once the broker has joined its own cluster, and then it is
 * in the metadata. Request: length, api 3 (metadata), version 5, correlation 0, no client id, no topics, no
 * auto-creation. Answer: length, correlation, throttle, number of brokers.
 */
export async function kafkaIsReady(port: number): Promise<boolean> {
  const request = Buffer.from("0000000f" + "0003" + "0005" + "00000000" + "ffff" + "00000000" + "00", "hex");
  const answer = await ask(port, request, 16);
  return answer !== undefined && answer.readInt32BE(12) > 0;
}

/** The first bytes that come back; undefined when nobody answers in time. */
async function ask(port: number, request: Buffer, answerBytes: number): Promise<Buffer | undefined> {
  return await new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: answerTimeoutMs });
    let answer = Buffer.alloc(0);
    const finish = (result: Buffer | undefined) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => socket.write(request));
    socket.on("data", (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length >= answerBytes) finish(answer);
    });
    for (const event of ["error", "timeout", "end"] as const) socket.once(event, () => finish(undefined));
  });
}

/** Waits for a condition; throws with `why()` when it stays false. */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  timeoutMs: number,
  why: () => string,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedAt > timeoutMs) throw new Error(why());
    await pause(50);
  }
}
