#!/usr/bin/env node
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { listen } from "./listen.ts";
import { readOptions, USAGE, UsageError } from "./read-options.ts";
import { createServiceClient, ServiceError } from "./service-client.ts";

// The default of 250 ms is too short for distant services.
setDefaultAutoSelectFamilyAttemptTimeout(2_000);

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // A second signal does not wait for the service.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  });
}

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === "help") process.stdout.write(USAGE);
  else {
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    await listen(options, { service: createServiceClient(options), print, signal: stop.signal });
    // A local server that does not respond must not hold the program.
    process.exit(0);
  }
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else if (error instanceof ServiceError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else throw error;
}
