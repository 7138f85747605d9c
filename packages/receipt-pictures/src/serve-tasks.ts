import { createBankDetection, readIdentifiers } from "@receipts/banks";
import type { CandidateRules } from "./candidates/find-candidates.ts";
import type { ProcessSettings, ReadingTask, TaskResult } from "./reading-messages.ts";

/** Reads the documents that the parent sends, one at a time. Call it when everything is loaded. */
export function serveTasks(read: (task: ReadingTask, rules: CandidateRules) => Promise<TaskResult>): void {
  process.on("message", async (task: ReadingTask) => {
    // Every error is the document's: the decoders report a damaged one in their own ways.
    const result = await read(task, rulesFrom(task.settings)).catch(
      (): TaskResult => ({ kind: "refused", reason: "unreadable" }),
    );
    process.send?.(result);
  });
  // The process belongs to its parent.
  process.on("disconnect", () => process.exit());
  process.send?.("ready");
}

function rulesFrom({ banks, env }: ProcessSettings): CandidateRules {
  const readers = banks.flatMap((bank) => {
    const read = readIdentifiers(bank, env);
    return read === undefined ? [] : [[bank, read] as const];
  });
  return { banks: new Map(readers), detect: createBankDetection(env) };
}
