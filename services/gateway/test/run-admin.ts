import type { Command } from "commander";
import { readAdminEnvironment } from "../src/admin/admin-environment.ts";
import type { AdminDeps } from "../src/admin/admin-pool.ts";
import { createAdminProgram } from "../src/admin/admin-program.ts";

export interface AdminRun extends Pick<AdminDeps, "readStoredMessages"> {
  readonly env?: Readonly<Record<string, string>>;
  /** Content of standard input. */
  readonly input?: string;
  /** Collects the lines, for a command that fails. */
  readonly printed?: string[];
}

export function adminProgram(databaseUrl: string, run: AdminRun = {}): Command {
  const { env, input = "", printed = [], ...more } = run;
  return createAdminProgram({
    ...more,
    environment: () => readAdminEnvironment({ DATABASE_URL: databaseUrl, ...env }),
    print: (line) => printed.push(line),
    write: (bytes) => printed.push(Buffer.from(bytes).toString("latin1")),
    input: (async function* () {
      yield input;
    })(),
  });
}

/** Runs a command of these words. Returns its output. */
export async function runAdmin(
  databaseUrl: string,
  words: readonly string[],
  run: AdminRun = {},
): Promise<string> {
  const printed = run.printed ?? [];
  await adminProgram(databaseUrl, { ...run, printed })
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .parseAsync(words, { from: "user" });
  return printed.join("\n");
}
