import { inTransaction, type Pool } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";
import { dateIn, nextDate, startOfDate } from "../http/time-zone.ts";
import { confirmedPayments } from "./our-payments.ts";
import type { FromReader } from "./reader-messages.ts";
import { storeLines } from "./reconciled-lines.ts";
import {
  type ClaimedStatement,
  completeReconciliation,
  createClaimStatement,
  failReconciliation,
  holdClaim,
} from "./reconciliation-repository.ts";
import { ReaderEnded, type StatementReader, StatementTooHeavy, startReader } from "./start-reader.ts";

const EVERY_MS = 1_000;
/** Longer than the largest statement takes on a busy machine. */
const LEASE_SECONDS = 180;
const MOST_ATTEMPTS = 3;
/** Banks post in the evening and on weekends for a later day. */
const MARGIN_MS = 7 * 86_400_000;
/** As many as fit into the reader's memory beside the lines. */
const MOST_PAYMENTS = 200_000;

/** Compares stored statements, one at a time. Safe in any number of copies; a crash loses nothing. */
export function createReconcileWorker({ pool, log }: { readonly pool: Pool; readonly log: Log }): Worker {
  const claim = createClaimStatement(pool, LEASE_SECONDS);
  return periodicWorker({
    name: "reconcile-statements",
    everyMs: EVERY_MS,
    log,
    work: async () => {
      const claimed = await claim();
      if (claimed === undefined) return false;
      const { id: reconciliationId, userId, attempt } = claimed;
      const startedAt = performance.now();
      try {
        const outcome = await reconcile(pool, claimed);
        const durationMs = Math.round(performance.now() - startedAt);
        log.info("reconciliation.ended", { reconciliationId, userId, attempt, outcome, durationMs });
      } catch (error) {
        // Its claim ends, and then it is tried again.
        log.warn("reconciliation.attempt_failed", { reconciliationId, userId, attempt, error });
        return false;
      }
      return true;
    },
  });
}

async function reconcile(pool: Pool, claimed: ClaimedStatement): Promise<string> {
  const fail = async (...failure: [Parameters<typeof failReconciliation>[2], (readonly string[])[]?]) => {
    await failReconciliation(pool, claimed, failure[0], failure[1] ?? []);
    return failure[0];
  };
  if (claimed.attempt > MOST_ATTEMPTS) return await fail("interrupted");
  using reader = startReader();
  try {
    const { bank, file: bytes, timeZone, mapping } = claimed;
    const read = await reader.ask({ kind: "read", bytes, bank, timeZone, mapping });
    if (read.kind === "refused") return await fail(read.refusal, [...read.preview]);
    if (read.kind !== "read") throw new Error(`the reader answered ${read.kind}`);
    const period = periodOf(claimed, read.span);
    if (period !== null && !(await addPayments(pool, reader, { claimed, period })))
      return await fail("too_many_payments");
    return await storeResult(pool, reader, { claimed, period, read });
  } catch (error) {
    if (error instanceof StatementTooHeavy) return await fail("too_large_unpacked");
    if (error instanceof ReaderEnded && claimed.attempt >= MOST_ATTEMPTS) return await fail("interrupted");
    throw error;
  }
}

interface Period {
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
}

/** As told, else the days of the lines. */
function periodOf(
  { periodFrom, periodBefore, timeZone }: ClaimedStatement,
  span: Extract<FromReader, { kind: "read" }>["span"],
): Period | null {
  const from = periodFrom ?? (span && startOfDate(dateIn(new Date(span.first), timeZone), timeZone));
  const before =
    periodBefore ?? (span && startOfDate(nextDate(dateIn(new Date(span.last), timeZone)), timeZone));
  return from === null || before === null ? null : { from, before };
}

/** Returns false if there are more payments than a comparison can take. */
async function addPayments(
  pool: Pool,
  reader: StatementReader,
  { claimed, period }: { readonly claimed: ClaimedStatement; readonly period: Period },
): Promise<boolean> {
  const { userId, bank } = claimed;
  const from = new Date(period.from.getTime() - MARGIN_MS);
  const before = new Date(period.before.getTime() + MARGIN_MS);
  let count = 0;
  for await (const batch of confirmedPayments(pool, { userId, bank, from, before })) {
    count += batch.count;
    if (count > MOST_PAYMENTS) return false;
    await reader.ask({ kind: "payments", payments: batch.payments });
  }
  return true;
}

/** All lines, or none: until then nothing of them is seen. */
async function storeResult(
  pool: Pool,
  reader: StatementReader,
  result: {
    readonly claimed: ClaimedStatement;
    readonly period: Period | null;
    readonly read: Extract<FromReader, { kind: "read" }>;
  },
): Promise<string> {
  const { claimed, period, read } = result;
  const bounds = { from: period?.from.getTime() ?? 0, before: period?.before.getTime() ?? 0 };
  // Before the transaction: the first lines take the longest.
  let answer = await reader.ask({ kind: "compare", ...bounds });
  return await inTransaction(pool, async (client) => {
    if (!(await holdClaim(client, claimed))) return "taken_over";
    while (answer.kind === "lines") {
      // The reader works while PostgreSQL does.
      const stored = storeLines(client, claimed.id, answer.lines);
      [answer] = await Promise.all([reader.ask({ kind: "more" }), stored]);
    }
    if (answer.kind !== "end") throw new Error(`the reader answered ${answer.kind}`);
    const { from = null, before = null } = period ?? {};
    const { layout, warnings } = read;
    await completeReconciliation(client, claimed, { layout, warnings, from, before, sums: answer.sums });
    return "completed";
  });
}
