import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export interface BenchChild extends AsyncDisposable {
  readonly readyMessage: unknown;
  readonly pid: number;
  readonly notify: () => void;
  readonly request: () => Promise<unknown>;
  /** Keeps the child from working on a queue that belongs to another side. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Starts a process of the benchmark; it is ready when it sends its first message. */
export async function startChild(file: string, env: NodeJS.ProcessEnv = {}): Promise<BenchChild> {
  const child = fork(path.join(import.meta.dirname, file), [], {
    execArgv: ["--conditions=source"],
    env: { ...process.env, ...env },
  });
  const readyMessage = await nextMessage(child);
  return {
    readyMessage,
    pid: child.pid ?? 0,
    notify: () => void child.send("now"),
    request: async () => {
      const message = nextMessage(child);
      child.send("now");
      return await message;
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    [Symbol.asyncDispose]: async () => {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, "message");
  return message;
}

export interface Receiver extends AsyncDisposable {
  readonly pid: number;
  readonly urlOf: (host: number) => string;
  /** Takes 30 s for each response after its first 20. Each round has its own hosts. */
  readonly hangingUrlOf: (round: number, host: number) => string;
  /** Returns the arrivals since the last call: delivery id and Unix time in milliseconds. */
  readonly take: () => Promise<ReadonlyMap<string, number>>;
}

export async function startReceiver(): Promise<Receiver> {
  const child = await startChild("receiver-main.ts");
  return {
    pid: child.pid,
    urlOf: (host) => `http://127.0.0.${host + 1}:${child.readyMessage}/hook`,
    hangingUrlOf: (round, host) => `http://127.1.${round}.${host + 1}:${child.readyMessage}/hook`,
    take: async () => new Map((await child.request()) as [string, number][]),
    [Symbol.asyncDispose]: child[Symbol.asyncDispose],
  };
}
