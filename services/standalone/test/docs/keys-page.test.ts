import { execFileSync } from "node:child_process";
import { isWellFormedApiKey, newApiKey } from "@receipts/gateway";
import { readBlocks, readPage } from "./page-blocks.ts";

const program = readBlocks("keys.md").find(({ role }) => role === "find-keys.mjs")?.code ?? "";
const scan = (texts: readonly string[]) =>
  execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    input: texts.join("\n"),
    encoding: "utf8",
  }).trim();

describe("the page of keys", () => {
  it.each(["rvk_", "sck_"])("has the pattern of keys that begin with %s", (prefix) => {
    const [, pattern] = new RegExp(`\\| \`(${prefix}[^\`]+)\` \\|`).exec(readPage("keys.md")) ?? [];
    expect(pattern).toBeDefined();
    for (let round = 0; round < 100; round += 1) {
      expect(newApiKey(prefix)).toMatch(new RegExp(`^${pattern}$`));
    }
  });

  it("has a program that recognizes keys as the service does", () => {
    const keys = ["rvk_", "sck_"].flatMap((prefix) => Array.from({ length: 50 }, () => newApiKey(prefix)));
    const mistyped = keys.map((key) => `${key.slice(0, 9)}${key[9] === "x" ? "y" : "x"}${key.slice(10)}`);
    expect(mistyped.some((key) => isWellFormedApiKey(key.slice(0, 4), key))).toBe(false);
    expect(scan([...keys, ...mistyped])).toBe("100 of 200");
  });
});
