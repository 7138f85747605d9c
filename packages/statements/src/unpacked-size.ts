import { StatementRefused } from "./statement-refused.ts";

/** 100,000 lines of ten columns take about 60 MiB. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_ENTRIES = 1_000;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LONGEST_COMMENT = 65_535;

/**
 * Refuses a workbook that would unpack to too much, by the sizes in its directory. The library inflates no entry beyond
 * its stated size, so one without a size is refused too. ZIP64 states sizes beyond the limit.
 */
export function checkUnpackedSize(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (entries > MOST_ENTRIES) throw new StatementRefused("too_large_unpacked");
  let total = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY)
      throw new StatementRefused("broken_workbook");
    const packed = view.getUint32(at + 20, true);
    const unpacked = view.getUint32(at + 24, true);
    const isPacked = view.getUint16(at + 10, true) !== 0;
    // Two bytes are an empty text.
    if (isPacked && unpacked === 0 && packed !== 2) throw new StatementRefused("broken_workbook");
    total += unpacked;
    if (total > MOST_BYTES) throw new StatementRefused("too_large_unpacked");
    at +=
      ENTRY_BYTES +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
}

function endOfDirectory(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new StatementRefused("broken_workbook");
}
