/** `npm run release`: makes the files of a release in `dist/release`, and looks for known vulnerabilities. */
import path from "node:path";
import { checkVulnerabilities, makeRelease } from "./make-release.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

const folder = path.join(import.meta.dirname, "../../dist/release");
for (const file of await makeRelease(folder)) print(`dist/release/${file}`);
const found = await checkVulnerabilities();
if (found.kind === "not_checked") print(`Known vulnerabilities: not checked (${found.reason})`);
else print(`Known vulnerabilities: ${found.high} high or critical, ${found.lower} lower`);
if (found.kind === "not_checked" || found.high > 0) process.exitCode = 1;
