import { report, shown } from "./bench-report.ts";
import { startBank } from "./bench-services.ts";
import { submitReceipts } from "./bench-submissions.ts";
import { insertOldRows } from "./old-rows.ts";
import { allEnded, measureWholePath, openWholePath } from "./whole-path.ts";

/** Old rows must not slow anything down: the same load on a thousand, a hundred thousand and a million old rows. */
const SIZES = [1_000, 100_000, 1_000_000];
/** Far below capacity: above it, the benchmark would measure the queue. */
const ACCEPT = { perSecond: 200, total: 4_000 };
const WHOLE = { perSecond: 50, total: 1_000, waitMs: 10_000 };
const ALLOWED = 1.25;

await using bank = await startBank();
const measured: { size: number; accept: number; whole: number }[] = [];
for (const size of SIZES) {
  await using path = await openWholePath({ bank });
  const { stack, url, accounts } = path;
  await measureWholePath(path, { total: 500, inFlight: 64 });
  // The old rows belong to the accounts that submit.
  await insertOldRows(
    stack.pool,
    accounts.map(({ userId }) => userId),
    size,
  );
  const load = { url, accounts, inFlight: 128 };
  const accept = await submitReceipts({ ...load, ...ACCEPT });
  // Drain the queue before the next measurement.
  await allEnded(stack.pool);
  const whole = await submitReceipts({ ...load, ...WHOLE });
  measured.push({ size, accept: accept.latency.p95, whole: whole.latency.p95 });
  process.stderr.write(`  ${size}: ${JSON.stringify(measured.at(-1))}\n`);
}

const first = measured[0] ?? { accept: Number.NaN, whole: Number.NaN };
report({
  name: "growth",
  title: "Old rows",
  note: `p95 with so many finished requests of the accounts that ask, and as many ledger lines, confirmations and deliveries. Accept:
${ACCEPT.perSecond} requests a second; whole path: ${WHOLE.perSecond} a second that wait for their verdict; both open loop, a fresh database each.`,
  header: ["old rows", "accept p95", "against the first", "whole path p95", "against the first"],
  rows: measured.map(({ size, accept, whole }) => [
    size.toLocaleString("en"),
    `${shown.ms(accept)} ms`,
    shown.times(accept / first.accept),
    `${shown.ms(whole)} ms`,
    shown.times(whole / first.whole),
  ]),
  goals: (["accept", "whole"] as const).map((kind) => {
    const worst = Math.max(...measured.map((figures) => figures[kind] / first[kind]));
    return {
      goal: `${kind === "accept" ? "accept" : "whole path"}: no more than ${ALLOWED} × the p95 at a thousand rows`,
      measured: shown.times(worst),
      met: worst <= ALLOWED,
    };
  }),
});
