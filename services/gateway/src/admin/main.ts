import { once } from "node:events";
import { asDatabaseFault } from "@receipts/database";
import { CommanderError } from "commander";
import { readAdminEnvironment } from "./admin-environment.ts";
import { createAdminProgram } from "./admin-program.ts";
import { createReadStoredMessages } from "./stored-messages.ts";

/** PostgreSQL's "insufficient_privilege": the services' roles may do less than operators. */
const REFUSED = "42501";

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isRefused = "code" in error && error.code === REFUSED;
  return isRefused ? `${error.message}: use the DATABASE_URL of the schema's owner` : error.message;
}

let draining: Promise<unknown> | undefined;
/** Resolves when standard output has drained. */
function drained(): Promise<unknown> {
  draining ??= once(process.stdout, "drain").finally(() => {
    draining = undefined;
  });
  return draining;
}

const program = createAdminProgram({
  environment: () => readAdminEnvironment(process.env),
  readStoredMessages: createReadStoredMessages(process.env),
  print: (line) => (process.stdout.write(`${line}\n`) ? undefined : drained()),
  write: (bytes) => (process.stdout.write(bytes) ? undefined : drained()),
});

// The reader closed the pipe.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(1);
});

try {
  await program.exitOverride().parseAsync();
} catch (error) {
  // Commander has already printed the usage error.
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    process.stderr.write(`${messageOf(asDatabaseFault(error))}\n`);
    process.exitCode = 1;
  }
}
