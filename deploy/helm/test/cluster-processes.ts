import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ToolName, toolPath } from "./deploy-tools.ts";

/** The control plane's programs: started in order, ended in reverse. */
export function createProcesses(folder: string) {
  const running: { readonly name: ToolName; readonly child: ChildProcess }[] = [];
  return {
    start(name: ToolName, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
      const log = openSync(path.join(folder, `${name}.log`), "w");
      const child = spawn(toolPath(name), [...args], {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: ["ignore", log, log],
      });
      closeSync(log);
      running.push({ name, child });
    },
    /** Last output of the processes that ended by themselves. */
    complaints(): string {
      return running
        .filter(({ child }) => child.exitCode !== null)
        .map(({ name }) => `${name}: ${lastLines(path.join(folder, `${name}.log`))}`)
        .join("\n");
    },
    lastWords: (name: ToolName): string => lastLines(path.join(folder, `${name}.log`)),
    async stop(): Promise<void> {
      for (const { child } of running.reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, "exit");
        // None of its data is needed, so a clean shutdown is not either.
        child.kill("SIGKILL");
        await ended;
      }
    },
  };
}

function lastLines(file: string): string {
  return readFileSync(file, "utf8").split("\n").slice(-15).join("\n");
}
