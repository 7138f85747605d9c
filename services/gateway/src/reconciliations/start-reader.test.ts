import { readdir, readFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ReaderEnded, StatementTooHeavy, startReader } from "./start-reader.ts";

/** The kernel ends the largest process when there is no memory, also between two messages. */
it("a reader that ended between two messages fails the next ones, and not the gateway", async () => {
  const reader = startReader();
  const message = { kind: "compare", from: 0, before: 0 } as const;
  reader[Symbol.dispose]();
  for (let times = 0; times < 3; times += 1) {
    await expect(reader.ask(message)).rejects.toBeInstanceOf(ReaderEnded);
    await nextTurn();
  }
});

const header = "Receipt No,Completion Time,Details,Paid In,Withdrawn";
const statementOf = (lines: number) =>
  Buffer.from(
    [header, ...Array.from({ length: lines }, () => "UC2,2026-03-02 11:53:04,x,1.00,0")].join("\n"),
  );

describe("a reader", () => {
  const asked = { kind: "read", bank: "mpesa", timeZone: "Africa/Addis_Ababa", mapping: null } as const;

  it("ends with a statement that takes more CPU time than one may", async () => {
    using reader = startReader({ cpuMs: 1 });
    await expect(reader.ask({ ...asked, bytes: statementOf(50_000) })).rejects.toBeInstanceOf(
      StatementTooHeavy,
    );
  });

  it("ends with a statement that takes more memory than one may, outside of the heap too", async () => {
    using reader = startReader({ memoryBytes: 1 });
    await expect(reader.ask({ ...asked, bytes: statementOf(50_000) })).rejects.toBeInstanceOf(
      StatementTooHeavy,
    );
  });

  it("lets the gateway go first, and sees no file but those of its program", async () => {
    using reader = startReader();
    const answered = await reader.ask({ ...asked, bytes: statementOf(1) });
    expect(["read", "refused"]).toContain(answered.kind);
    const commands = await Promise.all((await childrenOf(process.pid)).map(describeProcess));
    const [own] = commands.filter(({ command }) => command.includes("statement-reader"));
    expect(own?.priority).toBeGreaterThan(getPriority());
    expect(own?.command).toContain("--permission");
    expect(own?.command).not.toContain("--allow-fs-read=*");
    expect(own?.command).not.toMatch(/--allow-(?:fs-write|child-process|addons|worker)/);
  });
});

async function childrenOf(parent: number): Promise<readonly number[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    ids.map(async (id) => ({ id, stat: await readFile(`/proc/${id}/stat`, "latin1").catch(() => "") })),
  );
  return stats
    .filter(({ stat }) => Number(stat.split(") ").at(-1)?.split(" ")[1]) === parent)
    .map(({ id }) => Number(id));
}

async function describeProcess(id: number) {
  const command = await readFile(`/proc/${id}/cmdline`, "latin1").catch(() => "");
  return { command, priority: command === "" ? 0 : getPriority(id) };
}
