import path from "node:path";
import { Piscina } from "piscina";
import type * as scryptWorker from "./scrypt-worker.ts";

/** A sign-in can wait a little longer; calls that wait for a verdict come first. */
const NICE = 10;
/** Those of people and those of tills: see the hashers' slots. */
const MOST_THREADS = 3;

/** `.ts` in the workspace, `.js` in an image. */
const extension = path.extname(import.meta.filename);

type ScryptTask = Parameters<typeof scryptWorker.deriveKey>[0];

let threads: Piscina | undefined;

/** Created for the first password and then reused. */
function threadsOfProcess(): Piscina {
  threads ??= new Piscina({
    filename: new URL(`./scrypt-worker${extension}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: MOST_THREADS,
    idleTimeout: Number.POSITIVE_INFINITY,
    niceIncrement: NICE,
  });
  return threads;
}

/**
 * Derives a key with threads of low priority. Node.js' own `scrypt` has the priority of the process and occupies the
 * threads that also look up names and read files.
 */
export async function scryptInThread(task: ScryptTask): Promise<Buffer> {
  const key: ReturnType<typeof scryptWorker.deriveKey> = await threadsOfProcess().run(task, {
    name: "deriveKey",
  });
  return Buffer.from(key);
}
