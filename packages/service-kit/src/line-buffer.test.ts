import { spawnSync } from "node:child_process";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createLineBuffer } from "./line-buffer.ts";

describe("a line buffer", () => {
  function collect() {
    const written: string[] = [];
    const output = { write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
    return { written, buffer: createLineBuffer(output) };
  }

  it("writes the lines of one turn at once, in order, each once", async () => {
    const { written, buffer } = collect();
    for (const line of ["one\n", "two\n", "three\n"]) buffer.write(line);
    expect(written).toEqual([]);
    await nextTurn();
    expect(written).toEqual(["one\ntwo\nthree\n"]);
    buffer.write("four\n");
    await nextTurn();
    await nextTurn();
    expect(written).toEqual(["one\ntwo\nthree\n", "four\n"]);
  });

  /** The last line says why the process ended. */
  it.each([
    ["an uncaught error", "throw new Error('fault')", 1],
    ["an exit in the middle of its work", "process.exit(3)", 3],
  ])("writes the rest on %s", (_what, ending, status) => {
    const source = path.join(import.meta.dirname, "line-buffer.ts");
    const script = `import { createLineBuffer } from ${JSON.stringify(source)};
      createLineBuffer(process.stdout).write("last words\\n"); ${ending}`;
    const ended = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect({ status: ended.status, stdout: ended.stdout }).toEqual({ status, stdout: "last words\n" });
  });
});
