import type { HeapInfo } from "node:v8";
import { Worker } from "node:worker_threads";
import { fixture } from "../test/fixture.ts";
import { longText, nestedForms } from "../test/hostile-pdfs.ts";
import { extractPdfText } from "./pdf-text.ts";
import { readerThreads } from "./reading-threads.ts";

const MEBIBYTE = 1024 * 1024;
const receipt = fixture("cbe/fixtures/transfer.pdf");
const whole = async () => expect(await extractPdfText(receipt)).toContain("Commercial Bank of Ethiopia");
/** The watch's readings of the threads' heaps. */
const heapReadings = jest.spyOn(Worker.prototype, "getHeapStatistics");

describe("a PDF", () => {
  it("is read in drawing order, several in parallel", async () => {
    await Promise.all(Array.from({ length: 8 }, whole));
  });

  it("leaves no memory in its thread that would count against the next one", async () => {
    const longReceipt = longText(19_000);
    for (let nth = 0; nth < 25; nth += 1) await extractPdfText(longReceipt);
    const heaps = await Promise.all(heapReadings.mock.results.map(({ value }): Promise<HeapInfo> => value));
    const mebibytes = heaps.map((heap) => heap.total_heap_size / MEBIBYTE);
    // The limit of one document, which counts from the thread's initial use.
    expect(Math.max(...mebibytes) - Math.min(...mebibytes)).toBeLessThan(64);
  });

  it("is read in a thread that read earlier ones", async () => {
    for (let nth = 0; nth < 5; nth += 1) await Promise.all([whole(), whole()]);
    expect(new Set(heapReadings.mock.contexts).size).toBeLessThanOrEqual(readerThreads);
  });

  it("does not block later receipts when it is hostile", async () => {
    const hostile = Array.from({ length: readerThreads + 1 }, () =>
      extractPdfText(nestedForms(6, 8)).catch(() => "refused"),
    );
    await Promise.all([whole(), whole(), ...hostile]);
    expect(await Promise.all(hostile)).toEqual(hostile.map(() => "refused"));
  });
});
