// Prints "<passed> <failed>" of a Jest report, and names each failed test in the file of the second argument. A suite that
// could not run counts as one failure.
import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";

const [report, failures] = process.argv.slice(2);
try {
  const { testResults, numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failed = testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${path.relative(process.cwd(), file.name)}: ${fullName}\n`),
  );
  const notRun = broken.map(({ name }) => `${path.relative(process.cwd(), name)}: could not run\n`);
  appendFileSync(failures, [...failed, ...notRun].join(""));
  process.stdout.write(`${numPassedTests} ${numFailedTests + broken.length}\n`);
} catch {
  process.stdout.write("0 1\n");
}
