import { appendFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { createLog, type Log } from "@receipts/service-kit";

const FOLDER_VARIABLE = "RECEIPTS_TEST_LOGS";

/** Endings of each worker's files in the run's folder. */
export const suiteLogNames = { lines: ".log", secrets: ".secrets" } as const;

/** Creates the folder once for the run, before its workers start: they inherit its path. */
export async function makeSuiteLogFolder(): Promise<void> {
  process.env[FOLDER_VARIABLE] = await mkdtemp(path.join(os.tmpdir(), "receipts-test-logs-"));
}

/** Undefined outside a test run, and after it. */
export function suiteLogFolder(): string | undefined {
  return process.env[FOLDER_VARIABLE];
}

export function forgetSuiteLogFolder(): void {
  delete process.env[FOLDER_VARIABLE];
}

function append(ending: string, text: string): void {
  const folder = suiteLogFolder();
  if (folder === undefined) return;
  const worker = process.env["JEST_WORKER_ID"] ?? "0";
  appendFileSync(path.join(folder, `worker-${worker}${ending}`), text);
}

/** Appends the output of a process under test. */
export function appendToSuiteLog(printed: string): void {
  append(suiteLogNames.lines, printed.endsWith("\n") ? printed : `${printed}\n`);
}

/** Records a secret that this run sends or receives: no log line of the run may contain it. */
export function rememberSecret(secret: string): void {
  append(suiteLogNames.secrets, `${JSON.stringify(secret)}\n`);
}

/** The services' own log at debug level. Only the search for secrets at the end of the run reads it. */
export const testLog: Log = createLog({
  service: "test",
  level: "debug",
  destination: new Writable({
    decodeStrings: false,
    write: (line: string, _encoding, done) => {
      append(suiteLogNames.lines, line);
      done();
    },
  }),
});
