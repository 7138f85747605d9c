import { spawn, spawnSync } from "node:child_process";
import { until } from "@receipts/testing";

/** Says what to install before the first test fails for another reason. */
function requireProgram(name: string): void {
  const { error } = spawnSync(name, ["--version"], { stdio: "ignore" });
  if (error !== undefined) throw new Error(`${name} is not installed: apt-get install ${name}`);
}

/** Starts Prometheus or its Alertmanager, and waits until it is ready. Returns what ends it. */
export async function startFieldServer(
  program: "prometheus" | "prometheus-alertmanager",
  url: string,
  args: readonly string[],
): Promise<() => Promise<void>> {
  requireProgram(program);
  const address = `--web.listen-address=${new URL(url).host}`;
  const child = spawn(program, [...args, address, "--log.level=warn"], { stdio: "inherit" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  // Refused until it listens.
  const isReady = async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok;
  await until(isReady, { what: program });
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}
