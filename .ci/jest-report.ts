import { readFileSync } from "node:fs";
import path from "node:path";

export interface FailedFile {
  /** From the top of the repository. */
  readonly file: string;
  /** Failed tests with their messages; one for the file where it could not run. */
  readonly failures: readonly { readonly test: string; readonly message: string }[];
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
