import { spawn } from "node:child_process";
import { childEnvironment, until } from "@receipts/testing";

/** A terminal for the blocks of one page. Variables and background jobs stay between blocks. */
export interface PageShell {
  /** Runs a block and returns its output. Throws if a command fails. */
  run(code: string): Promise<string>;
  /** Returns the output since the last block began, with that of background jobs. */
  printed(): string;
  close(): Promise<void>;
}

export function openPageShell(options: {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}): PageShell {
  // In its own process group, so that its background jobs end with it.
  const shell = spawn("bash", ["--noprofile", "--norc", "-s"], {
    cwd: options.folder,
    env: childEnvironment({ HOME: options.folder, ...options.env }),
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  const exited = new Promise<void>((resolve) => shell.once("exit", () => resolve()));
  let output = "";
  let errors = "";
  shell.stdout.setEncoding("utf8").on("data", (text: string) => {
    // HTTP headers end in an invisible carriage return.
    output += text.replaceAll("\r", "");
  });
  shell.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  shell.stdin.write("set -eo pipefail\n");
  let blocks = 0;
  let start = 0;

  return {
    run: async (code) => {
      blocks += 1;
      const mark = `\n--- end of block ${blocks} ---\n`;
      start = output.length;
      shell.stdin.write(`${code}\nprintf '%b' '${mark.replaceAll("\n", "\\n")}'\n`);
      await until(() => output.includes(mark, start) || shell.exitCode !== null, {
        what: `the end of:\n${code}\n${errors}`,
      });
      if (shell.exitCode !== null) throw new Error(`failed:\n${code}\n${output.slice(start)}\n${errors}`);
      return output.slice(start, output.indexOf(mark, start));
    },
    printed: () => output.slice(start).replaceAll(/\n--- end of block \d+ ---\n/g, ""),
    close: async () => {
      try {
        process.kill(-Number(shell.pid), "SIGKILL");
      } catch {
        // The group has ended already.
      }
      await exited;
    },
  };
}
