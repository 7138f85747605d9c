import { once } from "node:events";
import type { BenchProcess } from "./bench-process.ts";

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** V8's format; `timeDeltas` in µs. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const SAMPLE_EVERY_MICROS = 500;

/** Profiles processes that were started with `inspect` while the load runs, without their start and warm-up. */
export async function profileWhile(
  processes: readonly BenchProcess[],
  load: () => Promise<unknown>,
): Promise<CpuProfile[]> {
  const sessions = await Promise.all(processes.map(openSession));
  for (const { send } of sessions) {
    await send("Profiler.enable");
    await send("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_MICROS });
    await send("Profiler.start");
  }
  await load();
  const profiles = await Promise.all(sessions.map(({ send }) => send("Profiler.stop")));
  for (const { close } of sessions) close();
  return profiles.map(({ profile }) => profile as CpuProfile);
}

async function openSession({ output }: BenchProcess) {
  const [, url] = /Debugger listening on (ws:\S+)/.exec(output()) ?? [];
  if (url === undefined) throw new Error("the process was not started with `inspect`");
  const socket = new WebSocket(url);
  await once(socket, "open");
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
  });
  let id = 0;
  return {
    send: (method: string, params: object = {}) =>
      new Promise<Record<string, unknown>>((resolve) => {
        id += 1;
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}

/** Microseconds of each node's own frames. */
export function selfTimes({ samples, timeDeltas }: CpuProfile): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const [index, id] of samples.entries()) {
    sums.set(id, (sums.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return sums;
}
