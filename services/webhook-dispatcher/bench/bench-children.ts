import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export interface BenchChild extends AsyncDisposable {
  readonly answer: unknown;
  readonly pid: number;
  readonly tell: () => void;
  readonly ask: () => Promise<unknown>;
  /** It takes nothing of a queue that others are to work off. */
  readonly halt: () => void;
  readonly goOn: () => void;
}

/** A process of the benchmark; ready when it sends its first message. */
export async function startChild(file: string, env: NodeJS.ProcessEnv = {}): Promise<BenchChild> {
  const child = fork(path.join(import.meta.dirname, file), [], {
    execArgv: ["--conditions=source"],
    env: { ...process.env, ...env },
  });
  const answer = await nextMessage(child);
  return {
    answer,
    pid: child.pid ?? 0,
    tell: () => void child.send("now"),
    ask: async () => {
      const message = nextMessage(child);
      child.send("now");
      return await message;
    },
    halt: () => void child.kill("SIGSTOP"),
    goOn: () => void child.kill("SIGCONT"),
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
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
  /** One that takes half a minute to answer, after its first twenty answers; others in each round. */
  readonly hangingUrlOf: (round: number, host: number) => string;
  /** What has arrived since the last call: id and milliseconds of the epoch. */
  readonly take: () => Promise<ReadonlyMap<string, number>>;
}

export async function startReceiver(): Promise<Receiver> {
  const child = await startChild("receiver-main.ts");
  return {
    pid: child.pid,
    urlOf: (host) => `http://127.0.0.${host + 1}:${child.answer}/hook`,
    hangingUrlOf: (round, host) => `http://127.1.${round}.${host + 1}:${child.answer}/hook`,
    take: async () => new Map((await child.ask()) as [string, number][]),
    [Symbol.asyncDispose]: child[Symbol.asyncDispose],
  };
}
