import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

/** CPU seconds by process. */
export type CpuSeconds = Readonly<Record<string, number>>;

export interface CpuMeter {
  /** Since the meter was made. */
  spent(): CpuSeconds;
}

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"]).toString());

/** Of the given processes, and of the whole PostgreSQL server where it runs on this machine. Linux alone has `/proc`. */
export async function createCpuMeter(
  pool: pg.Pool | undefined,
  pids: Readonly<Record<string, number>>,
): Promise<CpuMeter> {
  const postmaster = pool === undefined ? undefined : await postmasterPid(pool);
  const read = (): Record<string, number> => {
    const seconds = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)]));
    return postmaster === undefined ? seconds : { ...seconds, PostgreSQL: serverSeconds(postmaster) };
  };
  const before = read();
  return {
    spent: () =>
      Object.fromEntries(Object.entries(read()).map(([name, now]) => [name, now - (before[name] ?? 0)])),
  };
}

/** User and system time; with `children` also that of the children that have ended. */
export function cpuSeconds(pid: number, options: { readonly children?: boolean } = {}): number {
  const fields = statFields(pid);
  // Numbered as in proc(5), where the process' name is the second field.
  const at = (field: number) => Number(fields[field - 3] ?? 0);
  const ended = options.children === true ? at(16) + at(17) : 0;
  return (at(14) + at(15) + ended) / ticksPerSecond;
}

function statFields(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

const parentOf = (pid: number) => Number(statFields(pid)[1] ?? 0);

async function postmasterPid(pool: pg.Pool): Promise<number | undefined> {
  const { rows } = await pool.query("select pg_backend_pid() as pid");
  const parent = parentOf(rows[0].pid);
  return parent > 1 ? parent : undefined;
}

function serverSeconds(postmaster: number): number {
  const backends = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === postmaster);
  return [...backends.map((pid) => cpuSeconds(pid)), cpuSeconds(postmaster, { children: true })].reduce(
    (sum, seconds) => sum + seconds,
    0,
  );
}
