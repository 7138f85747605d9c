import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { entriesBelow, root } from "./repository.ts";

const folder = mkdtempSync(path.join(tmpdir(), "assemble-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, unknown>>): void {
  for (const [file, content] of Object.entries(files)) {
    const to = path.join(folder, file);
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, typeof content === "string" ? content : JSON.stringify(content));
  }
}

describe("deploy/docker/assemble-image.ts", () => {
  it("copies the service, its packages with their shipped files, and production dependencies", () => {
    const library = `bin/napi-v6/${process.platform}/${process.arch}/lib.node`;
    write({
      "built/services/shop/package.json": {
        name: "@receipts/shop",
        dependencies: { "@receipts/near": "*", lib: "1" },
      },
      "built/services/shop/dist/main.js": "",
      "built/services/shop/dist/main.d.ts": "",
      "built/services/shop/src/main.ts": "",
      "built/services/other/package.json": { name: "@receipts/other" },
      "built/packages/near/package.json": {
        name: "@receipts/near",
        files: ["dist", "assets"],
        dependencies: { "@receipts/far": "*" },
      },
      "built/packages/near/dist/index.js": "",
      "built/packages/near/assets/page.js": "",
      "built/packages/near/test/index.test.ts": "",
      "built/packages/far/package.json": { name: "@receipts/far" },
      "built/packages/far/dist/index.js": "",
      "built/packages/unreached/package.json": { name: "@receipts/unreached" },
      "built/deploy/docker/healthcheck.mjs": "",
      "installed/node_modules/lib/index.js": "",
      [`installed/node_modules/lib/${library}`]: "",
      "installed/node_modules/lib/bin/napi-v6/another/x64/lib.node": "",
      [`installed/node_modules/lib/bin/napi-v6/${process.platform}/another/lib.node`]: "",
      "installed/node_modules/.bin/lib": "",
      "installed/node_modules/lib/node_modules/inner/index.js": "",
      "installed/node_modules/lib/node_modules/.bin/inner": "",
      "installed/node_modules/.package-lock.json": "",
      "installed/packages/far/node_modules/lib/index.js": "another version",
    });
    const program = path.join(root, "deploy/docker/assemble-image.ts");
    execFileSync(process.execPath, [program, "services/shop", "built", "installed", "image"], {
      cwd: folder,
    });

    const image = path.join(folder, "image");
    const files = entriesBelow(image).filter((entry) => !lstatSync(path.join(image, entry)).isDirectory());
    expect(files.sort()).toEqual([
      "healthcheck.mjs",
      "node_modules/@receipts/far",
      "node_modules/@receipts/near",
      "node_modules/@receipts/shop",
      `node_modules/lib/${library}`,
      "node_modules/lib/index.js",
      "node_modules/lib/node_modules/inner/index.js",
      "packages/far/dist/index.js",
      "packages/far/node_modules/lib/index.js",
      "packages/far/package.json",
      "packages/near/assets/page.js",
      "packages/near/dist/index.js",
      "packages/near/package.json",
      "services/shop/dist/main.js",
      "services/shop/package.json",
    ]);
    expect(realpathSync(path.join(image, "node_modules/@receipts/near"))).toBe(
      realpathSync(path.join(image, "packages/near")),
    );
  });

  it("fails if a package is not built", () => {
    write({ "built/services/unbuilt/package.json": { name: "@receipts/unbuilt" } });
    const program = path.join(root, "deploy/docker/assemble-image.ts");
    const run = () =>
      execFileSync(process.execPath, [program, "services/unbuilt", "built", "installed", "other"], {
        cwd: folder,
        stdio: "pipe",
      });
    expect(run).toThrow(/dist/);
  });
});
