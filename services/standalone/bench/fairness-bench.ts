import { readFile } from "node:fs/promises";
import { newId } from "@receipts/contracts";
import { insertApiKey, newApiKey } from "@receipts/gateway";
import { pause } from "@receipts/service-kit";
import { makeAccounts } from "./bench-accounts.ts";
import { startBenchProcess } from "./bench-process.ts";
import type { BenchGoal } from "./bench-report.ts";
import { median, ROUNDS, report, shown } from "./bench-report.ts";
import { startBank } from "./bench-services.ts";
import { submitReceipts } from "./bench-submissions.ts";
import { openWholePath } from "./whole-path.ts";

/** What an honest account sees of others' attacks: its calls that wait for a verdict, without and with each of them. */
const KNOWN = ["connections", "uploads", "files", "statements", "lists", "passwords"] as const;
const chosen = KNOWN.filter((attack) => process.argv.includes(attack));
const ATTACKS = chosen.length === 0 ? KNOWN : chosen;
const PER_SECOND = 40;
/** Calls on each side of a round: 20 of them are slower than the p95. */
const TOTAL = 400;
/** From the start of an attack to the measurement. */
const ONSET_MS = 2_000;
const MEBIBYTE = 1024 * 1024;
const MOST_TIMES = 1.5;
const MOST_MEBIBYTES = 300;

await using bank = await startBank();
// The limits of an installation: most of what attacks do ends there.
const limits = { RATE_LIMIT_PER_MINUTE: "600", ACCOUNT_RATE_LIMIT_PER_MINUTE: "1800" };
await using path = await openWholePath({ bank, gatewayEnv: limits });
const { stack, url, accounts, processes } = path;
await using sink = await startBenchProcess("services/standalone/bench/sink-main.ts");
const sinkUrl = `http://127.0.0.1:${sink.readyText}`;
const [attacker] = await makeAccounts(stack.pool, 1);
const key = newApiKey("rvk_");
await insertApiKey(stack.pool, {
  ...{ id: newId("apiKey"), key, userId: attacker.userId, name: "attacker", prefix: "rvk_" },
  permissions: { verification: ["read", "write"], metrics: ["read", "write"] },
});

async function gatewayBytes(): Promise<number> {
  const status = await readFile(`/proc/${processes.gateway.pid}/status`, "utf8");
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]) * 1_024;
}

const honestP95 = async () =>
  (
    await submitReceipts({
      url,
      accounts,
      bank,
      waitMs: 10_000,
      total: TOTAL,
      inFlight: 64,
      perSecond: PER_SECOND,
    })
  ).latency.p95;

/** The honest p95 beside an attack on a server, and the gateway's memory at its highest. */
async function under(
  attack: string,
  target: string,
): Promise<{ readonly p95: number; readonly bytes: number }> {
  await using _attack = await startBenchProcess("services/standalone/bench/attacker-main.ts", {
    env: { ATTACK: attack, URL: target, KEY: key },
  });
  await pause(ONSET_MS);
  let bytes = 0;
  const looking = setInterval(async () => {
    bytes = Math.max(bytes, await gatewayBytes());
  }, 100);
  try {
    return { p95: await honestP95(), bytes };
  } finally {
    clearInterval(looking);
  }
}

await honestP95();
await honestP95();
const idle = await gatewayBytes();
const rows: string[][] = [];
const goals: BenchGoal[] = [];
for (const attack of ATTACKS) {
  const [elsewhere, beside, bytes]: [number[], number[], number[]] = [[], [], []];
  const without = await honestP95();
  for (let round = 0; round < ROUNDS; round += 1) {
    elsewhere.push((await under(attack, sinkUrl)).p95);
    await pause(ONSET_MS);
    const figures = await under(attack, url);
    beside.push(figures.p95);
    bytes.push(figures.bytes);
    // What the attack left is over before the next side.
    await pause(ONSET_MS);
  }
  const times = median(beside.map((p95, round) => p95 / (elsewhere[round] ?? Number.NaN)));
  const grown = (Math.max(...bytes) - idle) / MEBIBYTE;
  rows.push([
    attack,
    ...[without, median(elsewhere), median(beside)].map((p95) => `${shown.ms(p95)} ms`),
    ...[shown.times(times), `${Math.round(grown)} MiB`],
  ]);
  goals.push(
    { goal: `${attack}: p95 ≤ ${MOST_TIMES} ×`, measured: shown.times(times), met: times <= MOST_TIMES },
    {
      goal: `${attack}: the gateway within ${MOST_MEBIBYTES} MiB of idle`,
      measured: `${Math.round(grown)} MiB`,
      met: grown <= MOST_MEBIBYTES,
    },
  );
}

report({
  name: "fairness",
  title: "Beside an attack",
  note: `Honest accounts submit ${PER_SECOND} receipts a second and wait for their verdicts; gateway, verifier, dispatcher, servers, load generator and
attacker share this machine, the attacker at the lowest priority. Without an attack, then medians of ${ROUNDS} rounds, in turn: with the same attack on a server that
only refuses, and with the attack on the gateway. The attack on the other server takes the machine's time too, so the ratio is to that. Memory is the gateway's own, at its highest, less that before the first attack.`,
  header: ["attack", "p95 without", "attack elsewhere", "attack on us", "times", "memory"],
  rows,
  goals,
});
