import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

export interface Failure {
  readonly test: string;
  readonly message: string;
}

export interface FailedFile {
  /** From the top of the repository. */
  readonly file: string;
  /** One for the file where it could not run. */
  readonly failures: readonly Failure[];
}

export interface Report {
  readonly passed: number;
  readonly failed: readonly FailedFile[];
}

interface JestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Reads a report of Jest (`--json`); undefined if there is none. */
export function readReport(file: string): Report | undefined {
  let report: JestReport;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
  const failed = report.testResults
    .filter(({ status }) => status === "failed")
    .map(({ name, message, assertionResults }) => {
      const failures = assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) => ({ test: fullName, message: failureMessages.join("\n") }));
      const couldNotRun = [{ test: "could not run", message }];
      return {
        file: path.relative(process.cwd(), name),
        failures: failures.length > 0 ? failures : couldNotRun,
      };
    });
  return { passed: report.numPassedTests, failed };
}

export const countOf = (failed: readonly FailedFile[]): number =>
  failed.reduce((sum, { failures }) => sum + failures.length, 0);

/** The test and the start of its message, without colors and places in the code. Jest prints the whole. */
export function inShort({ test, message }: Failure): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at /.test(line));
  return `${test}\n${lines.slice(0, 12).join("\n").slice(0, 500)}`;
}
