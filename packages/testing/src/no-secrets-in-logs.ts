import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { findSecrets } from "./secret-search.ts";
import { forgetSuiteLogFolder, suiteLogFolder, suiteLogNames } from "./suite-log.ts";

/** The report shows this many leaks; they tend to have one cause. */
const MOST_SHOWN = 10;

/**
 * Throws if a log line of this run contains a secret that the run sent or received. The lines are then kept for
 * debugging.
 */
export async function expectNoSecretsInLogs(): Promise<void> {
  const folder = suiteLogFolder();
  if (folder === undefined) return;
  forgetSuiteLogFolder();
  const secrets = (await readLines(folder, suiteLogNames.secrets)).map((line): string => JSON.parse(line));
  const leaks = findSecrets(await readLines(folder, suiteLogNames.lines), new Set(secrets));
  if (leaks.length === 0) {
    await rm(folder, { recursive: true, force: true });
    return;
  }
  const shown = leaks.slice(0, MOST_SHOWN).map(({ fragment, line }) => `  ${fragment} in ${line}`);
  throw new Error(
    [`${leaks.length} log lines of this run contain a secret (all in ${folder}):`, ...shown].join("\n"),
  );
}

async function readLines(folder: string, ending: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  return texts.flatMap((text) => text.split("\n")).filter((line) => line !== "");
}
