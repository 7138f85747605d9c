import { pause } from "@receipts/service-kit";
import { judged } from "./bench-goals.ts";
import { figure, median, report, shown, takeTurns } from "./bench-report.ts";
import { startBank } from "./bench-services.ts";
import { createCpuMeter } from "./cpu-meter.ts";
import { countSystemCalls } from "./system-calls.ts";
import { measureWholePath, openWholePath } from "./whole-path.ts";

/** CPU cost of idle processes: useless timers show here. */
const SECONDS = 30;
const TRACED_SECONDS = 10;
const names = ["gateway", "verifier", "dispatcher"] as const;

await using bank = await startBank();
await using path = await openWholePath({ bank, ownServer: {} });
await measureWholePath(path, { total: 500, inFlight: 64 });
// Let the work that the warm-up left over finish.
await pause(5_000);
const pids = Object.fromEntries(names.map((name) => [name, path.processes[name].pid]));
const { idle } = await takeTurns({
  idle: async () => {
    const cpu = await createCpuMeter(path.stack.pool, pids);
    await pause(SECONDS * 1_000);
    return cpu.spent();
  },
});
const percents = (name: string) => idle.map((spent) => ((spent[name] ?? 0) / SECONDS) * 100);

const wakes: string[][] = [];
for (const name of names) {
  const calls = await countSystemCalls(path.processes[name].pid, () => pause(TRACED_SECONDS * 1_000));
  const perSecond = (call: string) => (calls?.get(call) ?? 0) / TRACED_SECONDS;
  const sum = [...(calls?.values() ?? [])].reduce((all, count) => all + count, 0) / TRACED_SECONDS;
  wakes.push([
    name,
    ...[perSecond("epoll_pwait"), perSecond("read"), perSecond("write") + perSecond("writev"), sum].map(
      (value) => value.toFixed(1),
    ),
  ]);
}

report({
  name: "idle",
  title: "Idle processes",
  note: `CPU time over ${SECONDS} s without a request, after a warm-up, by the processes' own clocks; medians of ${idle.length} rounds. The scheduler's
ticks make steps of 0.03 %.`,
  header: ["", "of one core", "spread"],
  rows: [...names, "PostgreSQL"].map((name) => figure(name, percents(name), shown.percent)),
  more: [
    {
      title: "System calls a second",
      header: ["", "waits for events", "reads", "writes", "all"],
      rows: wakes,
    },
  ],
  goals: [judged("idle", Math.max(...names.map((name) => median(percents(name)))))],
});
