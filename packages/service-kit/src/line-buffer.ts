import { Writable } from "node:stream";

/**
 * Writes the lines of one turn of the event loop together: under load, a write for each line takes as long as the rest
 * of logging. A process writes the rest as it exits; only `kill -9` can lose a turn's lines.
 */
export function createLineBuffer(output: Pick<NodeJS.WritableStream, "write">): Writable {
  let lines: string[] = [];
  function flush(): void {
    if (lines.length === 0) return;
    const text = lines.join("");
    lines = [];
    output.write(text);
  }
  process.once("exit", flush);
  return new Writable({
    decodeStrings: false,
    write(line, _encoding, done) {
      if (lines.length === 0) setImmediate(flush);
      lines.push(String(line));
      done();
    },
  });
}
