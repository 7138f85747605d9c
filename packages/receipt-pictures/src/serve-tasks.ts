import { once } from "node:events";
import { createBankDetection, readIdentifiers } from "@receipts/banks";
import type { CandidateRules } from "./candidates/find-candidates.ts";
import type { ProcessSettings, ReadingTask, TaskMessage, TaskResult } from "./reading-messages.ts";

/** Reads the documents that the parent sends, one at a time. Call it when everything is loaded. */
export function serveTasks(read: (task: ReadingTask, rules: CandidateRules) => Promise<TaskResult>): void {
  process.on("message", async (message: TaskMessage) => {
    // Every error is the document's: the decoders report a damaged one in their own ways.
    const result = await read(await taskOf(message), rulesFrom(message.settings)).catch(
      (): TaskResult => ({ kind: "refused", reason: "unreadable" }),
    );
    process.send?.(result);
  });
  // The process belongs to its parent.
  process.on("disconnect", () => process.exit());
  process.send?.("ready");
}

async function taskOf(message: TaskMessage): Promise<ReadingTask> {
  if ("picture" in message) return message;
  const bytes = new Uint8Array(message.byteLength);
  for (let received = 0; received < bytes.length; ) {
    const chunk: Buffer | null = process.stdin.read();
    if (chunk === null) await once(process.stdin, "readable");
    else {
      bytes.set(chunk, received);
      received += chunk.length;
    }
  }
  return { settings: message.settings, bytes };
}

function rulesFrom({ banks, env }: ProcessSettings): CandidateRules {
  const readers = banks.flatMap((bank) => {
    const read = readIdentifiers(bank, env);
    return read === undefined ? [] : [[bank, read] as const];
  });
  return { banks: new Map(readers), detect: createBankDetection(env) };
}
