import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { childEnvironment } from "@receipts/testing";
import { repository } from "./chaos-stack.ts";

/**
 * Returns a block of `deploy/README.md` that is marked `<!-- tested: … -->`, with its examples replaced by the test's
 * values.
 */
export function handbookLines(name: string, replacements: Readonly<Record<string, string>>): string[] {
  const handbook = readFileSync(path.join(repository, "deploy/README.md"), "utf8");
  const block = handbook.split(`<!-- tested: ${name} -->`)[1]?.match(/^\s*```\w*\n([\s\S]*?)\n```/)?.[1];
  if (block === undefined) throw new Error(`the handbook has no block "${name}"`);
  let text = block;
  for (const [example, own] of Object.entries(replacements)) {
    if (!text.includes(example)) throw new Error(`the handbook's block "${name}" does not say ${example}`);
    text = text.replaceAll(example, own);
  }
  return text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

/** Runs each line as an operator would, in the repository; returns the output. Throws if a line fails. */
export async function performSteps(
  lines: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const printed: string[] = [];
  for (const line of lines) {
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", line], {
      cwd: repository,
      env: childEnvironment({ HOME: process.env["HOME"] ?? "", ...env }),
      maxBuffer: 64 * 1024 * 1024,
    });
    printed.push(stdout);
  }
  return printed.join("");
}
