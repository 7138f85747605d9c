import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "rolldown/utils";
import { readClient } from "./client-files.ts";
import { writeClient } from "./write-client.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "receipts-bundle-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const urlOf = (file: string) => pathToFileURL(path.join(folder, file));
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), `${text}\n`);
const clientOf = (hasSourceMaps: boolean) => ({
  entries: { page: urlOf("page.ts"), worker: urlOf("worker.ts") },
  built: urlOf("built/"),
  hasSourceMaps,
});

describe("a client", () => {
  beforeEach(() => {
    write("page.ts", `void import("./rare.ts").then(({ rare }) => rare(1));`);
    write("worker.ts", `self.name = "worker";`);
    write("rare.ts", `export const rare = (count: number) => console.log(count);`);
  });

  it("is a file for each entry and for what is loaded on demand, with source maps", async () => {
    const files = await readClient(clientOf(true));
    const scripts = files.filter(({ contentType }) => contentType === "text/javascript; charset=utf-8");
    expect(scripts.map(({ file }) => file).sort()).toEqual(["page.js", "rare.js", "worker.js"]);
    expect(files.map(({ file }) => file)).toContain("rare.js.map");
    const page = scripts.find(({ file }) => file === "page.js")?.bytes.toString();
    expect(page).toContain("rare.js");
    expect(page).toMatch(/sourceMappingURL=page\.js\.map\s*$/);
  });

  /** A page that is open over a release loads files of the next one beside those of its own. */
  it("names what its files share as the sources do", async () => {
    write("page.ts", `import { shared } from "./shared.ts"; shared("page"); void import("./rare.ts");`);
    write("rare.ts", `import { shared } from "./shared.ts"; shared("rare");`);
    write("shared.ts", `export const shared = (name: string) => console.log(name);`);
    const groups = [{ name: "shared", test: (module: string) => module.endsWith("shared.ts") }];
    const files = await readClient({ ...clientOf(false), groups });
    const text = String(files.find(({ file }) => file === "shared.js")?.bytes);
    const { staticExports } = parseSync("shared.js", text).module;
    const names = staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name));
    expect(names).toEqual(["shared"]);
  });

  it("has no source maps if none are asked for", async () => {
    for (const { file, bytes } of await readClient(clientOf(false))) {
      expect(file).toMatch(/\.js$/);
      expect(bytes.toString()).not.toContain("sourceMappingURL");
    }
  });

  it("is the same when it is built", async () => {
    const client = clientOf(true);
    await writeClient(client);
    const inMemory = new Map((await readClient(client)).map(({ file, bytes }) => [file, String(bytes)]));
    for (const [file, text] of inMemory) expect(readFileSync(new URL(file, client.built), "utf8")).toBe(text);
    expect(readdirSync(client.built)).toHaveLength(inMemory.size);
  });
});

describe("a bundle", () => {
  const bundle = () => readClient({ entries: { main: urlOf("main.ts") }, built: urlOf("built/") });

  it.each(["zod", "node:fs", "@receipts/contracts"])(
    "fails for what browsers do not have: %s",
    async (name) => {
      write("main.ts", `export * from "${name}";`);
      await expect(bundle()).rejects.toThrow(`imports ${name}, which browsers do not have`);
    },
  );

  it("fails for a module that is missing", async () => {
    write("main.ts", `import "./none.ts";`);
    await expect(bundle()).rejects.toThrow("none.ts");
  });
});
