import { createBankDetection, readIdentifiers } from "@receipts/banks";
import type { CandidateRules } from "./candidates/find-candidates.ts";
import { loadCodeReader } from "./decoding/read-codes.ts";
import type { DocumentReading } from "./document-reading.ts";
import { readDocument } from "./read-document.ts";
import type { ProcessSettings, ReadingTask } from "./reading-messages.ts";
import { loadModels } from "./recognition/models.ts";

const [models] = await Promise.all([loadModels(), loadCodeReader()]);

function rulesFrom({ banks, env }: ProcessSettings): CandidateRules {
  const readers = banks.flatMap((bank) => {
    const read = readIdentifiers(bank, env);
    return read === undefined ? [] : [[bank, read] as const];
  });
  return { banks: new Map(readers), detect: createBankDetection(env) };
}

/** Every error is the document's: the decoders report a damaged one in their own ways. */
async function read({ bytes, settings }: ReadingTask): Promise<DocumentReading> {
  try {
    return await readDocument(bytes, models, rulesFrom(settings));
  } catch {
    return { kind: "refused", reason: "unreadable" };
  }
}

process.on("message", async (task: ReadingTask) => {
  const reading = await read(task);
  process.send?.(reading);
});
// The process belongs to its parent.
process.on("disconnect", () => process.exit());
process.send?.("ready");
