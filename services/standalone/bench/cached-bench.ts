import { type LoadFigures, runClosedLoop } from "./bench-load.ts";
import { median, report, shown, takeTurns } from "./bench-report.ts";
import { startBareHandler, startInstantBank } from "./bench-services.ts";
import { nextReference, requireStatus, submissionBy } from "./bench-submissions.ts";
import { openWholePath } from "./whole-path.ts";

/** Answers from the verdict cache: 200 at once, counted, charged and recorded like any other. */
const TOTAL = 1_000;
const RECEIPTS = 100;
const IN_FLIGHT = [1, 4];

await using bank = await startInstantBank();
await using bare = await startBareHandler();
await using path = await openWholePath({ bankUrl: bank.url });
const [account] = path.accounts;
const references = Array.from({ length: RECEIPTS }, nextReference);

const verify = async (total: number, inFlight: number, query = "") => {
  const figures = await runClosedLoop({
    ...{ url: path.url, path: `/api/verify${query}`, total, inFlight },
    submission: (nth) => submissionBy(account, references[nth % RECEIPTS] ?? ""),
  });
  requireStatus(figures, "200");
  return figures;
};
const callBareHandler = (inFlight: number) =>
  runClosedLoop({
    ...{ url: bare.url, path: "/api/verify", total: TOTAL, inFlight },
    submission: (nth) => submissionBy(account, references[nth % RECEIPTS] ?? ""),
  });

await verify(RECEIPTS, 8, "?waitMs=10000");
await verify(TOTAL, 4);
await callBareHandler(4);
const measured = [];
for (const inFlight of IN_FLIGHT) {
  const rounds = await takeTurns({
    cached: () => verify(TOTAL, inFlight),
    bare: () => callBareHandler(inFlight),
  });
  const figure = (figures: readonly LoadFigures[], pick: "p50" | "p99") =>
    median(figures.map(({ latency }) => latency[pick]));
  measured.push({
    inFlight,
    ...{ cached: figure(rounds.cached, "p50"), cached99: figure(rounds.cached, "p99") },
    ...{ bare: figure(rounds.bare, "p50"), bare99: figure(rounds.bare, "p99") },
  });
}
const { rows } = await path.stack.pool.query<{ hits: number }>(
  "select count(*)::int as hits from verification_requests where cache_status = 'HIT'",
);

report({
  name: "cached",
  title: "Answers from the cache",
  note: `The same receipts again, each answered 200 with \`X-Svc-Cache: HIT\` (${rows[0]?.hits} rows say so), beside a bare Express handler.
Medians of the rounds, sides in turn. A cached verdict is debited, recorded and counted as a confirmation before it is
answered: two statements, each with its \`fsync\`.`,
  header: ["in flight", "cached p50", "cached p99", "bare p50", "bare p99"],
  rows: measured.map(({ inFlight, cached, cached99, bare: least, bare99 }) => [
    String(inFlight),
    ...[cached, cached99, least, bare99].map((ms) => `${shown.ms(ms)} ms`),
  ]),
  goals: measured.map(({ inFlight, cached, bare: least }) => ({
    goal: `p50 of at most 3 × the bare handler's, ${inFlight} in flight`,
    measured: shown.times(cached / least),
    met: cached <= 3 * least,
  })),
});
