import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

/** CPU seconds by process. */
export type CpuSeconds = Readonly<Record<string, number>>;

export interface CpuMeter {
  /** Returns the CPU time since the meter was created. */
  spent(): CpuSeconds;
}

export const loadGenerator = "load generator";
const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"]).toString());

/**
 * Measures the given processes by their own clocks, the load generator (this process), and the whole PostgreSQL server
 * if it runs on this machine. Linux only: needs `/proc`.
 */
export async function createCpuMeter(
  pool: pg.Pool | undefined,
  pids: Readonly<Record<string, number>>,
): Promise<CpuMeter> {
  const postmaster = pool === undefined ? undefined : await postmasterPid(pool);
  const all = { ...pids, [loadGenerator]: process.pid };
  const read = (): Record<string, number> => {
    const seconds = Object.fromEntries(Object.entries(all).map(([name, pid]) => [name, cpuSeconds(pid)]));
    return postmaster === undefined ? seconds : { ...seconds, PostgreSQL: serverSeconds(postmaster) };
  };
  const before = read();
  return {
    spent: () =>
      Object.fromEntries(Object.entries(read()).map(([name, now]) => [name, now - (before[name] ?? 0)])),
  };
}

/** User and system time; with `children` also that of children that have ended. */
export function cpuSeconds(pid: number, options: { readonly children?: boolean } = {}): number {
  const fields = statFields(pid);
  // Numbered as in proc(5), where the process name is the second field.
  const at = (field: number) => Number(fields[field - 3] ?? 0);
  const ended = options.children === true ? at(16) + at(17) : 0;
  return (at(14) + at(15) + ended) / ticksPerSecond;
}

/** CPU time of the main thread: the other threads compile and collect garbage. */
export function mainThreadSeconds(pid: number): number {
  const fields = statFields(`${pid}/task/${pid}`);
  return (Number(fields[14 - 3]) + Number(fields[15 - 3])) / ticksPerSecond;
}

/** Returns the process ids of Kafka and Redis, if they run on this machine. */
export function serverPids({
  env,
}: {
  readonly env: Readonly<Record<string, string>>;
}): Record<string, number> {
  const ports = {
    Kafka: /:(\d+)$/.exec(env["KAFKA_BROKERS"] ?? "")?.[1],
    Redis: new URL(env["REDIS_URL"] ?? "redis://127.0.0.1").port,
  };
  return Object.fromEntries(
    Object.entries(ports).flatMap(([name, port]) => {
      const pid = listenerOf(port);
      return pid === undefined ? [] : [[name, pid]];
    }),
  );
}

function listenerOf(port: string | undefined): number | undefined {
  try {
    const listening = execFileSync("ss", ["-ltnpH", `sport = :${port}`], { encoding: "utf8" });
    const pid = Number(/pid=(\d+)/.exec(listening)?.[1]);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function statFields(pid: number | string): string[] {
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
