import { loadCodeReader } from "./decoding/read-codes.ts";
import { readPdf } from "./read-pdf.ts";
import { serveTasks } from "./serve-tasks.ts";

await loadCodeReader();

serveTasks(async (task, rules) => {
  if (!("bytes" in task)) throw new Error("a PDF is a file");
  return await readPdf(task.bytes, rules);
});
