import { readdir, readFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { supportedBankCodes } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { createPictureReader } from "../src/index.ts";
import { message, writtenPdf } from "./made-pictures.ts";

const document = writtenPdf(["telebirr", "Transaction number DJ57QK2M41"]);

/** Processes of this one that read documents. */
async function readers(): Promise<readonly number[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const read = async (id: string, file: string) =>
    await readFile(`/proc/${id}/${file}`, "latin1").catch(() => "");
  const all = await Promise.all(
    ids.map(async (id) => ({
      id: Number(id),
      command: await read(id, "cmdline"),
      parent: Number((await read(id, "stat")).split(") ").at(-1)?.split(" ")[1]),
    })),
  );
  return all
    .filter(({ parent, command }) => parent === process.pid && command.includes("reading-process"))
    .map(({ id }) => id);
}

describe("the process that reads documents", () => {
  it("lets the process of its parent go first", async () => {
    await using reader = { ...open(), [Symbol.asyncDispose]: () => reader.close() };
    await reader.read(document);
    const [id = 0] = await readers();
    expect(getPriority(id)).toBeGreaterThan(getPriority());
  });

  it("ends when no document comes, and another one reads the next", async () => {
    await using reader = { ...open(1), [Symbol.asyncDispose]: () => reader.close() };
    await reader.read(document);
    await until(async () => (await readers()).length === 0);
    expect(await reader.read(document)).toMatchObject({ candidates: [message] });
  });
});

const open = (idleMs = 600_000) => createPictureReader({ banks: supportedBankCodes, env: {}, idleMs });
