import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { type BenchAccount, makeAccounts } from "./bench-accounts.ts";
import {
  startDispatcher,
  startGateway,
  startVerifiers,
  urlOf,
  type VerifierOptions,
} from "./bench-services.ts";
import { type BenchStack, openBenchStack } from "./bench-stack.ts";
import { submitReceipts } from "./bench-submissions.ts";
import { type CpuSeconds, createCpuMeter } from "./cpu-meter.ts";

/** Gateway, verifiers, dispatcher and accounts, warmed up: everything that a receipt passes. */
export interface WholePath extends AsyncDisposable {
  readonly stack: BenchStack;
  readonly url: string;
  readonly accounts: readonly BenchAccount[];
  readonly pids: Readonly<Record<string, number>>;
}

export interface WholePathOptions extends VerifierOptions {
  /** A fresh one unless told. */
  readonly stack?: BenchStack;
  readonly partitions?: number;
  /** Receipts that go before what is measured. */
  readonly warmUp?: number;
}

export async function openWholePath(options: WholePathOptions): Promise<WholePath> {
  await using opened = new AsyncDisposableStack();
  const topics = options.partitions === undefined ? {} : { partitions: options.partitions };
  const stack = options.stack ?? opened.use(await openBenchStack(topics));
  const accounts = await makeAccounts(stack.pool, 20);
  const dispatcher = opened.use(await startDispatcher(stack));
  const verifiers = opened.use(await startVerifiers(stack, options));
  const gateway = opened.use(await startGateway(stack));
  const url = urlOf(gateway);
  await submitReceipts({ url, accounts, total: options.warmUp ?? 500, inFlight: 64 });
  await allEnded(stack.pool);
  const closers = opened.move();
  const pids = { gateway: gateway.pid, verifier: verifiers.pids[0] ?? 0, dispatcher: dispatcher.pid };
  return { stack, url, accounts, pids, [Symbol.asyncDispose]: () => closers.disposeAsync() };
}

export interface WholePathFigures {
  readonly perSecond: number;
  readonly cpu: CpuSeconds;
}

/** Verifications a second from the first accept to the last verdict. */
export async function measureWholePath(
  { stack, url, accounts, pids }: WholePath,
  load: { readonly total: number; readonly inFlight: number },
): Promise<WholePathFigures> {
  const { rows: before } = await stack.pool.query("select clock_timestamp() as now");
  const cpu = await createCpuMeter(stack.pool, pids);
  await submitReceipts({ url, accounts, ...load });
  await allEnded(stack.pool);
  const spent = cpu.spent();
  const { rows } = await stack.pool.query(
    `select count(*)::int as ended, extract(epoch from max(completed_at) - min(created_at))::float8 as seconds
       from verification_requests where status = 'success' and created_at >= date_trunc('milliseconds', $1::timestamptz)`,
    [before[0].now],
  );
  if (rows[0].ended !== load.total) throw new Error(`${rows[0].ended} of ${load.total} were confirmed`);
  return { perSecond: load.total / rows[0].seconds, cpu: spent };
}

/** Until every request has its verdict. */
export async function allEnded(pool: pg.Pool): Promise<void> {
  for (const deadline = performance.now() + 120_000; ; ) {
    const { rows } = await pool.query(
      "select count(*)::int as waiting from verification_requests where completed_at is null",
    );
    if (rows[0].waiting === 0) return;
    if (performance.now() > deadline) throw new Error(`${rows[0].waiting} never ended`);
    await delay(50);
  }
}
