import { readdir, readFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { supportedBankCodes } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { createPictureReader } from "../src/index.ts";
import { codePixels, message, toPng, writtenPdf } from "./made-pictures.ts";

const document = await toPng(codePixels("https://transactioninfo.ethiotelecom.et/receipt/DJ57QK2M41"));

const screenshot = await readFile(new URL("fixtures/message.png", import.meta.url));

/** CPU time of its main thread, and of the others. Threads of the file system only wait. */
async function ticksOf(pid = 0): Promise<{ main: number; others: number }> {
  const ticks = { main: 0, others: 0 };
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, "latin1");
    const [user, system] = (stat.split(") ").at(-1) ?? "").split(" ").slice(11, 13).map(Number);
    ticks[Number(thread) === pid ? "main" : "others"] += (user ?? 0) + (system ?? 0);
  }
  return ticks;
}

/** Processes of this one that run such a program. */
async function running(program: string): Promise<readonly { id: number; command: string }[]> {
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
  return all.filter(({ parent, command }) => parent === process.pid && command.includes(program));
}

describe("the process that reads documents", () => {
  it("lets the process of its parent go first", async () => {
    await using reader = { ...open(), [Symbol.asyncDispose]: () => reader.close() };
    await reader.read(document);
    const [child] = await running("picture-process");
    expect(getPriority(child?.id)).toBeGreaterThan(getPriority());
  });

  it("leaves other cores to its parent: one of its threads does all the work", async () => {
    await using reader = { ...open(), [Symbol.asyncDispose]: () => reader.close() };
    // Its start loads the models beside its own work.
    await reader.read(screenshot);
    const [child] = await running("picture-process");
    const before = await ticksOf(child?.id);
    for (let reading = 0; reading < 3; reading += 1) await reader.read(screenshot);
    const { main, others } = await ticksOf(child?.id);
    expect(others - before.others).toBeLessThan((main - before.main) / 20);
  });

  it("serves accounts in turn: a document waits for one of another account, however many are before it", async () => {
    await using reader = { ...open(), [Symbol.asyncDispose]: () => reader.close() };
    const order: string[] = [];
    const read = async (account: string) => {
      await reader.read(document, account);
      order.push(account);
    };
    await Promise.all(["many", "many", "many", "many", "many", "one"].map(read));
    expect(order.indexOf("one")).toBe(1);
  });

  it("ends when no document comes, and another one reads the next", async () => {
    await using reader = { ...open(1), [Symbol.asyncDispose]: () => reader.close() };
    await reader.read(document);
    await until(async () => (await running("picture-process")).length === 0);
    expect(await reader.read(document)).toMatchObject({ candidates: [message] });
  });
});

it("a PDF is read in a process that may load no native code, and ends with it", async () => {
  await using reader = { ...open(), [Symbol.asyncDispose]: () => reader.close() };
  const reading = reader.read(writtenPdf(["telebirr", "Transaction number DJ57QK2M41"]));
  const { command } = await until(async () => (await running("pdf-process"))[0]);
  expect(command).toContain("--permission");
  expect(command).not.toContain("--allow-addons");
  expect(await reading).toMatchObject({ kind: "pdf_text", candidates: [message] });
  expect(await running("pdf-process")).toEqual([]);
  expect(await running("picture-process")).toEqual([]);
});

const open = (idleMs = 600_000) => createPictureReader({ banks: supportedBankCodes, env: {}, idleMs });
