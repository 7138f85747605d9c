import { Gauge, type Registry } from "prom-client";
import { withTimeout } from "./time-limits.ts";

export interface Reading<L extends string> {
  readonly labels: Readonly<Record<L, string>>;
  readonly value: number;
}

export type Read<L extends string> = () => readonly Reading<L>[] | Promise<readonly Reading<L>[]>;

/** Scrapes have a time limit, mostly ten seconds, and must not be lost because a store hangs. */
const READ_WITHIN_MS = 1_000;
/** Frequent calls of `/metrics` must not become frequent calls of the stores. */
const FRESH_FOR_MS = 500;

export function createReadings(registry: Registry) {
  const reads = new Map<string, Read<string>[]>();
  return <L extends string>(name: string, help: string, labels: readonly L[], read: Read<L>): void => {
    const known = reads.get(name);
    if (known !== undefined) {
      known.push(cacheBriefly(read));
      return;
    }
    const all: Read<string>[] = [cacheBriefly(read)];
    reads.set(name, all);
    new Gauge<string>({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const found = await Promise.all(all.map(inTime));
        this.reset();
        if (labels.length === 0) this.remove();
        for (const reading of found.flat()) this.set(reading.labels, reading.value);
      },
    });
  };
}

/** Callers at about the same time share one read of a store. */
function cacheBriefly<L extends string>(read: Read<L>): Read<L> {
  let last: { readonly at: number; readonly found: ReturnType<Read<L>> } | undefined;
  return () => {
    const at = performance.now();
    if (last !== undefined && at - last.at < FRESH_FOR_MS) return last.found;
    const found = read();
    last = found instanceof Promise ? { at, found } : undefined;
    return found;
  };
}

async function inTime<L extends string>(read: Read<L>): Promise<readonly Reading<L>[]> {
  const reading = (async () => await read())();
  return withTimeout(reading, READ_WITHIN_MS, "no reading in time").catch(() => []);
}
