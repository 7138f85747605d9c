import { type Counts, countedServer, countWhile } from "./bench-counts.ts";
import { judged } from "./bench-goals.ts";
import { type LoadFigures, runClosedLoop } from "./bench-load.ts";
import { figure, median, report, shown, takeTurns, warmUp } from "./bench-report.ts";
import { startBank, startBareHandler } from "./bench-services.ts";
import { nextReference, requireStatus, submissionBy } from "./bench-submissions.ts";
import { openWholePath } from "./whole-path.ts";

/** Verdicts from the cache: a 200 at once, counted, charged and recorded like any other. */
const TOTAL = 1_000;
const RECEIPTS = 100;

await using bank = await startBank();
await using bare = await startBareHandler();
await using path = await openWholePath({ bank, ownServer: countedServer });
const { stack, accounts, processes } = path;
const [account] = accounts;
const references = Array.from({ length: RECEIPTS }, () => nextReference());

const callAt =
  (url: string) =>
  async (inFlight: number, query = "") => {
    const figures = await runClosedLoop({
      ...{ url, path: `/api/verify${query}`, total: TOTAL, inFlight },
      submission: (nth) => submissionBy(account, references[nth % RECEIPTS] ?? ""),
    });
    requireStatus(figures, url === bare.url ? "202" : "200");
    return figures;
  };
const verify = callAt(path.url);
const callBareHandler = callAt(bare.url);

await verify(8, "?waitMs=10000");
await warmUp("cached", async () => (await verify(4)).perSecond);
await warmUp("bare handler", async () => (await callBareHandler(4)).perSecond);
const rounds = await takeTurns({
  alone: () => verify(1),
  four: () => verify(4),
  bareAlone: () => callBareHandler(1),
  bareFour: () => callBareHandler(4),
});
const counts: Counts = await countWhile(stack, [processes.gateway], () => verify(1));
const { rows } = await stack.pool.query<{ hits: number }>(
  "select count(*)::int as hits from verification_requests where cache_status = 'HIT'",
);

const p = (side: readonly LoadFigures[], pick: "p50" | "p99") => side.map(({ latency }) => latency[pick]);
const latencyRows = (name: string, side: readonly LoadFigures[]) =>
  (["p50", "p99"] as const).map((pick) => figure(`${name}, ${pick}`, p(side, pick), shown.ms, " ms"));
/** Statements on a timer are not part of a call. */
const ofCalls = counts.statements.filter(({ calls }) => calls >= TOTAL / 2);
const statements = ofCalls.reduce((sum, { calls }) => sum + calls, 0) / TOTAL;
report({
  name: "cached",
  title: "Answers from the cache",
  note: `The same receipts again, each answered 200 with \`X-Svc-Cache: HIT\` (${rows[0]?.hits} rows say so), beside a bare Express handler, as the
caller sees them; sides in turn, medians of ${rounds.alone.length} rounds. A cached verdict is debited, recorded and counted as a confirmation
before it is answered.`,
  header: ["", "median", "spread"],
  rows: [
    ...latencyRows("cached, 1 in flight", rounds.alone),
    ...latencyRows("cached, 4 in flight", rounds.four),
    ...latencyRows("bare handler, 1 in flight", rounds.bareAlone),
    ...latencyRows("bare handler, 4 in flight", rounds.bareFour),
    ["statements each", statements.toFixed(2), ""],
    ["commits each", (counts.commits / TOTAL).toFixed(2), ""],
    ["WAL bytes each", Math.round(counts.walBytes / TOTAL).toLocaleString("en"), ""],
  ],
  goals: [
    judged("hitStatements", statements),
    judged("hitCommits", counts.commits / TOTAL),
    judged("hitP50", median(p(rounds.alone, "p50"))),
  ],
});
