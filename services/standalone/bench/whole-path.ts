import { pause } from "@receipts/service-kit";
import type pg from "pg";
import { type BenchAccount, makeAccounts } from "./bench-accounts.ts";
import type { BenchProcess } from "./bench-process.ts";
import {
  type BenchBank,
  startDispatcher,
  startGateway,
  startVerifiers,
  urlOf,
  type VerifierOptions,
} from "./bench-services.ts";
import { type BenchStack, type OpenOptions, openBenchStack } from "./bench-stack.ts";
import { submitReceipts } from "./bench-submissions.ts";
import { type CpuSeconds, createCpuMeter, serverPids } from "./cpu-meter.ts";

/** Interval of polling for the end of all requests, for the naive twin too. */
const POLL_INTERVAL_MS = 200;
/** The naive twin has as many. */
export const ACCOUNTS = 20;

/** Gateway, verifiers, dispatcher and accounts: the whole path of a receipt. */
export interface WholePath extends AsyncDisposable {
  readonly stack: BenchStack;
  readonly url: string;
  readonly bank: BenchBank;
  readonly accounts: readonly BenchAccount[];
  readonly processes: Readonly<Record<"gateway" | "verifier" | "dispatcher", BenchProcess>>;
}

export interface WholePathOptions extends VerifierOptions, OpenOptions {
  readonly bank: BenchBank;
  readonly gatewayEnv?: Readonly<Record<string, string>>;
}

export async function openWholePath(options: WholePathOptions): Promise<WholePath> {
  const { bank, inspect, gatewayEnv = {} } = options;
  await using opened = new AsyncDisposableStack();
  const stack = opened.use(await openBenchStack(options));
  const accounts = await makeAccounts(stack.pool, ACCOUNTS, { bank });
  const dispatcher = opened.use(await startDispatcher(stack));
  const verifiers = opened.use(await startVerifiers(stack, options));
  const gateway = opened.use(await startGateway(stack, { inspect, env: gatewayEnv }));
  const [verifier] = verifiers.processes;
  if (verifier === undefined) throw new Error("no verifier was started");
  const closers = opened.move();
  return {
    ...{ stack, bank, accounts, url: urlOf(gateway), processes: { gateway, verifier, dispatcher } },
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

export interface PathLoad {
  readonly total: number;
  readonly inFlight: number;
}

export interface PathFigures {
  readonly perSecond: number;
  /** µs of CPU each, by process. */
  readonly cpu: CpuSeconds;
}

/** Measures verifications a second from the first accept to the last verdict. */
export async function measureWholePath(path: WholePath, load: PathLoad): Promise<PathFigures> {
  const { stack, url, accounts, bank, processes } = path;
  const { rows: before } = await stack.pool.query("select clock_timestamp() as now");
  const pids = Object.fromEntries(Object.entries(processes).map(([name, { pid }]) => [name, pid]));
  const cpu = await createCpuMeter(stack.pool, { ...pids, bank: bank.pid, ...serverPids(stack) });
  await submitReceipts({ url, accounts, bank, ...load });
  await allEnded(stack.pool);
  const spent = cpu.spent();
  const { rows } = await stack.pool.query(
    `select count(*)::int as ended, extract(epoch from max(completed_at) - min(created_at))::float8 as seconds
       from verification_requests where status = 'success' and created_at >= date_trunc('milliseconds', $1::timestamptz)`,
    [before[0].now],
  );
  if (rows[0].ended !== load.total) throw new Error(`${rows[0].ended} of ${load.total} were confirmed`);
  return { perSecond: load.total / rows[0].seconds, cpu: microsEach(spent, load.total) };
}

export const microsEach = (seconds: CpuSeconds, total: number): CpuSeconds =>
  Object.fromEntries(Object.entries(seconds).map(([name, spent]) => [name, (spent / total) * 1e6]));

/** Waits until every request has its verdict. Polls rarely and by index, so that it does not affect the measurement. */
export async function allEnded(pool: pg.Pool, table = "verification_requests"): Promise<void> {
  for (const deadline = performance.now() + 300_000; ; ) {
    const { rows } = await pool.query(
      `select /* bench */ exists (select from ${table} where completed_at is null) as waiting`,
    );
    if (rows[0].waiting === false) return;
    if (performance.now() > deadline) throw new Error("some never ended");
    await pause(POLL_INTERVAL_MS);
  }
}
