import { connect } from "node:net";
import { pause } from "@receipts/service-kit";
import pg from "pg";

const responseTimeoutMs = 2_000;

export async function postgresIsReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: responseTimeoutMs });
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

/** Redis responds with an error while it loads its data. */
export async function redisIsReady(port: number): Promise<boolean> {
  const response = await exchange(port, Buffer.from("PING\r\n"), 7);
  return response?.toString().startsWith("+PONG") === true;
}

/**
 * An open port is not enough: topics can only be created once the broker has joined its own cluster and is in the
 * metadata.
 *
 * Request: length, api 3 (metadata), version 5, correlation 0, no client id, no topics, no auto-creation.
 * Response: length, correlation, throttle, number of brokers.
 */
export async function kafkaIsReady(port: number): Promise<boolean> {
  const request = Buffer.from("0000000f" + "0003" + "0005" + "00000000" + "ffff" + "00000000" + "00", "hex");
  const response = await exchange(port, request, 16);
  return response !== undefined && response.readInt32BE(12) > 0;
}

/** Returns the first bytes of the response; undefined if there is none in time. */
async function exchange(port: number, request: Buffer, responseBytes: number): Promise<Buffer | undefined> {
  return await new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: responseTimeoutMs });
    let response = Buffer.alloc(0);
    const finish = (result: Buffer | undefined) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => socket.write(request));
    socket.on("data", (chunk) => {
      response = Buffer.concat([response, chunk]);
      if (response.length >= responseBytes) finish(response);
    });
    for (const event of ["error", "timeout", "end"] as const) socket.once(event, () => finish(undefined));
  });
}

/** Waits for a condition. Throws an error with `why()` after the timeout. */
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
