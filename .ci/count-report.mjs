// Prints "<passed> <failed>" of a Jest report; a suite that could not run counts as one failure.
import { readFileSync } from "node:fs";

try {
  const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  process.stdout.write(`${report.numPassedTests} ${report.numFailedTests + broken.length}\n`);
} catch {
  process.stdout.write("0 1\n");
}
