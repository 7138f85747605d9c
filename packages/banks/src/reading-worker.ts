import { threadId } from "node:worker_threads";
import { BankFailure } from "./bank-failure.ts";
import type { Readers } from "./reading-tasks.ts";

export const readPdfText: Readers["readPdfText"] = async ({ bytes, port }) => {
  const [pdfText] = await Promise.all([import("./pdf-text.ts"), import("unpdf")]);
  port.postMessage(threadId);
  return await pdfText.readPdfText(bytes);
};

export const readReceipt: Readers["readReceipt"] = async (task) => {
  const { loadBankAdapter } = await import("./adapters.ts");
  const adapter = await loadBankAdapter(task.bank, {}, { warn: () => undefined });
  task.port.postMessage(threadId);
  try {
    return await adapter.parseReceipt(task.document, task.identifiers);
  } catch (error) {
    if (!(error instanceof BankFailure)) throw error;
    return { kind: "failure", message: error.message, retryable: error.retryable };
  }
};
