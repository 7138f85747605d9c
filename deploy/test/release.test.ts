import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { makeRelease, readAudit } from "../release/make-release.ts";

let folder: string;
let files: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "receipts-release-"));
  files = await makeRelease(path.join(folder, "one"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const textOf = (file: string, made = "one") => readFile(path.join(folder, made, file), "utf8");

it("has the same bytes if it is made again", async () => {
  await makeRelease(path.join(folder, "two"));
  expect(await textOf("SHA256SUMS", "two")).toBe(await textOf("SHA256SUMS"));
  expect((await textOf("SHA256SUMS")).trimEnd().split("\n")).toHaveLength(files.length - 1);
});

it("has the chart as Helm unpacks it", async () => {
  const [chart = ""] = files;
  const { stdout } = await promisify(execFile)("tar", ["-tzf", path.join(folder, "one", chart)]);
  expect(stdout.split("\n")).toEqual(
    expect.arrayContaining(["receipts/Chart.yaml", "receipts/values.yaml", "receipts/values.schema.json"]),
  );
});

it("names every package that production installs, each with its licence", async () => {
  const notices = await textOf("THIRD-PARTY-NOTICES.txt");
  for (const name of ["express@", "kafkajs@", "pg@", "ioredis@", "winston@", "onnxruntime-common@"])
    expect(notices).toContain(`\n${name}`);
  expect(notices).not.toContain("@receipts/");
  expect(notices).not.toContain("\njest@");
});

it("names no package in the bill of materials that only development needs", async () => {
  const sbom = JSON.parse(await textOf(files.find((file) => file.endsWith(".cdx.json")) ?? ""));
  const names = sbom.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["express", "kafkajs"]));
  expect(names).not.toContain("jest");
});

describe("the check of known vulnerabilities", () => {
  it.each([
    [
      '{"metadata":{"vulnerabilities":{"high":1,"critical":2,"total":5}}}',
      { kind: "checked", high: 3, lower: 2 },
    ],
    ['{"message":"network is unreachable"}', { kind: "not_checked", reason: "network is unreachable" }],
    ["", { kind: "not_checked", reason: "no answer" }],
    ["not found\n", { kind: "not_checked", reason: "not found" }],
  ])("says what it saw, or that it could not look: %s", (printed, found) => {
    expect(readAudit(printed)).toEqual(found);
  });
});
