import type { IncomingMessage } from "node:http";

/** Cost of the smallest chunk, in bytes: an object, and a call of the parser. */
const LEAST_WEIGHT = 512;
/** Smaller chunks are joined. */
const SMALL = 1_024;
const JOINED = 4_096;
/** Small chunks wait at most this long for others. */
const MAX_JOIN_MS = 20;
/** A client that sends line by line has 40 bytes in a chunk. */
const MOST_CHUNKS = 2_000;
const LEAST_BYTES_OF_CHUNK = 16;

const weights = new WeakMap<IncomingMessage, number>();

/** Cost of the received part of the body, in bytes: each of its chunks counts as at least 512. */
export const weightOf = (request: IncomingMessage): number => weights.get(request) ?? 0;

/**
 * Joins small chunks of a body, which its readers keep until its end: a chunk of one byte takes hundreds. `onFlood` is
 * called once if it has very many, which take the process's time. Call it before anything reads the body.
 */
export function joinSmallChunks(request: IncomingMessage, onFlood: () => void): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) === 0) return;
  const declared = encoding === undefined ? Number(length) : undefined;
  const push = request.push.bind(request);
  let [received, chunks, used] = [0, 0, 0];
  let joined: Buffer | undefined;
  let timer: NodeJS.Timeout | undefined;

  function passOn(): void {
    clearTimeout(timer);
    timer = undefined;
    if (used === 0 || joined === undefined) return;
    // A copy of its size: the readers keep it.
    const bytes = Buffer.from(joined.subarray(0, used));
    used = 0;
    if (!request.destroyed) push(bytes);
  }

  function join(chunk: Buffer): void {
    if (used + chunk.length > JOINED) passOn();
    joined ??= Buffer.allocUnsafe(JOINED);
    chunk.copy(joined, used);
    used += chunk.length;
    timer ??= setTimeout(passOn, MAX_JOIN_MS).unref();
  }

  request.push = (chunk: unknown, charset?: BufferEncoding): boolean => {
    if (!Buffer.isBuffer(chunk)) {
      passOn();
      return push(chunk, charset);
    }
    received += chunk.length;
    chunks += 1;
    weights.set(request, weightOf(request) + Math.max(chunk.length, LEAST_WEIGHT));
    const most = MOST_CHUNKS + received / LEAST_BYTES_OF_CHUNK;
    if (chunks > most) {
      if (chunks - 1 <= most) onFlood();
      return false;
    }
    const isWhole = received === declared;
    if (used === 0 && (chunk.length >= SMALL || isWhole)) return push(chunk);
    if (chunk.length >= SMALL) {
      passOn();
      return push(chunk);
    }
    join(chunk);
    if (isWhole) passOn();
    return request.readableLength < request.readableHighWaterMark;
  };
}
