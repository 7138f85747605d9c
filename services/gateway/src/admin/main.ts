import { once } from "node:events";
import { ConfigurationError } from "@receipts/service-kit";
import { CommanderError } from "commander";
import { readAdminEnvironment } from "./admin-environment.ts";
import { createAdminProgram } from "./admin-program.ts";
import { createReadKeptMessages } from "./kept-messages.ts";

let draining: Promise<unknown> | undefined;
/** When whoever reads has caught up. */
function drained(): Promise<unknown> {
  draining ??= once(process.stdout, "drain").finally(() => {
    draining = undefined;
  });
  return draining;
}

const program = createAdminProgram({
  environment: () => readAdminEnvironment(process.env),
  readKeptMessages: createReadKeptMessages(process.env),
  print: (line) => (process.stdout.write(`${line}\n`) ? undefined : drained()),
});

// Whoever was reading has seen enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(1);
});

try {
  await program.exitOverride().parseAsync();
} catch (error) {
  // Commander has said already what was wrong with the words of the call.
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    process.stderr.write(
      `${error instanceof ConfigurationError || error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
