import { type BenchProcess, startBenchProcess } from "./bench-process.ts";
import { type BenchStack, skipOldMessages, verifiersHaveJoined } from "./bench-stack.ts";

type Environment = Readonly<Record<string, string>>;

const ready = /^Ready: \S+(?: on port (\d+))?$/m;

/** No limit of ours may end a benchmark: what is measured is what the processes can do. */
const unlimited: Environment = {
  RATE_LIMIT_PER_MINUTE: "1000000",
  ACCOUNT_RATE_LIMIT_PER_MINUTE: "1000000",
  QUEUE_CAPACITY: "10000000",
  QUEUE_SHARE: "1",
  REQUEST_DEADLINE_MS: "3600000",
};

export async function startGateway(stack: BenchStack, env: Environment = {}): Promise<BenchProcess> {
  return await startBenchProcess("services/gateway/src/main.ts", {
    env: { ...stack.env, ...unlimited, PORT: "0", ...env },
    ready,
  });
}

export interface VerifierOptions {
  readonly bankUrl: string;
  readonly processes?: number;
  readonly env?: Environment;
}

export interface Verifiers extends AsyncDisposable {
  readonly pids: readonly number[];
}

/** Ready when every one of them has its share of the topic. */
export async function startVerifiers(stack: BenchStack, options: VerifierOptions): Promise<Verifiers> {
  await using opened = new AsyncDisposableStack();
  const env = {
    ...stack.env,
    ...{ BANK: "boa", BANK_BOA_BASE_URL: options.bankUrl, METRICS_PORT: "0" },
    ...options.env,
  };
  await skipOldMessages(stack.kafkaBrokers, "verifier");
  const pids: number[] = [];
  while (pids.length < (options.processes ?? 1)) {
    const started = opened.use(await startBenchProcess("services/verifier/src/main.ts", { env, ready }));
    pids.push(started.pid);
  }
  await verifiersHaveJoined(stack.kafkaBrokers, pids.length);
  const closers = opened.move();
  return { pids, [Symbol.asyncDispose]: () => closers.disposeAsync() };
}

export async function startDispatcher(stack: BenchStack): Promise<BenchProcess> {
  await skipOldMessages(stack.kafkaBrokers, "dispatcher");
  return await startBenchProcess("services/webhook-dispatcher/src/main.ts", {
    env: { ...stack.env, METRICS_PORT: "0" },
    ready,
  });
}

export async function startInstantBank(env: Environment = {}): Promise<BenchProcess & { url: string }> {
  const bank = await startBenchProcess("services/standalone/bench/instant-bank-main.ts", { env });
  return { ...bank, url: `http://127.0.0.1:${bank.answer}` };
}

export async function startBareHandler(): Promise<BenchProcess & { url: string }> {
  const bare = await startBenchProcess("services/standalone/bench/bare-handler-main.ts");
  return { ...bare, url: `http://127.0.0.1:${bare.answer}` };
}

export const urlOf = ({ answer }: BenchProcess) => `http://127.0.0.1:${answer}`;
