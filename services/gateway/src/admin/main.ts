import { ConfigurationError } from "@receipts/service-kit";
import { CommanderError } from "commander";
import { readAdminEnvironment } from "./admin-environment.ts";
import { createAdminProgram } from "./admin-program.ts";
import { createReadKeptMessages } from "./kept-messages.ts";

const program = createAdminProgram({
  environment: () => readAdminEnvironment(process.env),
  readKeptMessages: createReadKeptMessages(process.env),
  print: (line) => process.stdout.write(`${line}\n`),
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
