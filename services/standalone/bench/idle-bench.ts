import { setTimeout as delay } from "node:timers/promises";
import { report, shown } from "./bench-report.ts";
import { startInstantBank } from "./bench-services.ts";
import { createCpuMeter } from "./cpu-meter.ts";
import { openWholePath } from "./whole-path.ts";

/** What processes cost that have nothing to do: timers that fire in vain show here. */
const SECONDS = 30;

await using bank = await startInstantBank();
await using path = await openWholePath({ bankUrl: bank.url });
// What the warm-up has left to tidy up is no idleness.
await delay(5_000);
const cpu = await createCpuMeter(path.stack.pool, path.pids);
await delay(SECONDS * 1_000);
const percents = Object.entries(cpu.spent()).map(
  ([name, seconds]) => [name, (seconds / SECONDS) * 100] as const,
);

const verifier = percents.find(([name]) => name === "verifier")?.[1] ?? Number.NaN;
report({
  name: "idle",
  title: "Idle processes",
  note: `CPU time over ${SECONDS} s without a request, after a warm-up, from \`/proc\`; the scheduler's ticks make steps of 0.03 %.`,
  header: ["", "of one core"],
  rows: percents.map(([name, percent]) => [name, shown.percent(percent)]),
  goals: [{ goal: "a verifier of at most 1 %", measured: shown.percent(verifier), met: verifier <= 1 }],
});
