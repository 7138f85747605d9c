import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { StatementRefused } from "./statement-refused.ts";

/** 100,000 lines of ten columns take about 60 MiB. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_ENTRIES = 1_000;
const CHUNK = 64 * 1024;

/** Of the ZIP format (APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
const END = { signature: 0x06054b50, bytes: 22, longestComment: 65_535 };
const ENTRY = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const STORED = 0;
const DEFLATED = 8;

export interface WorkbookArchive {
  has(name: string): boolean;
  /** The text of an entry in parts. Throws `StatementRefused` if it unpacks to more than it states. */
  read(name: string): AsyncGenerator<string>;
}

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

/** Refuses an archive that states to unpack to too much, before anything is unpacked. */
export function openArchive(bytes: Uint8Array): WorkbookArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = directoryOf(bytes, view);
  return {
    has: (name) => entries.has(name),
    read: async function* read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new StatementRefused("broken_workbook");
      const decoder = new TextDecoder();
      let total = 0;
      for await (const chunk of unpack(packedBytes(bytes, view, entry), entry.method)) {
        total += chunk.length;
        if (total > entry.unpacked) throw new StatementRefused("broken_workbook");
        yield decoder.decode(chunk, { stream: true });
      }
    },
  };
}

function directoryOf(bytes: Uint8Array, view: DataView): Map<string, Entry> {
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  if (count > MOST_ENTRIES) throw new StatementRefused("too_large_unpacked");
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let nth = 0; nth < count; nth += 1) {
    requireSignature(view, at, ENTRY);
    const nameBytes = view.getUint16(at + 28, true);
    const entry = {
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      // ZIP64 states more than the limit here.
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    total += entry.unpacked;
    if (total > MOST_BYTES) throw new StatementRefused("too_large_unpacked");
    const nameAt = at + ENTRY.bytes;
    entries.set(new TextDecoder().decode(bytes.subarray(nameAt, nameAt + nameBytes)), entry);
    at = nameAt + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function endOfDirectory(view: DataView): number {
  const first = Math.max(0, view.byteLength - END.bytes - END.longestComment);
  for (let at = view.byteLength - END.bytes; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END.signature) return at;
  }
  throw new StatementRefused("broken_workbook");
}

function requireSignature(
  view: DataView,
  at: number,
  header: { readonly signature: number; readonly bytes: number },
) {
  const fits = at + header.bytes <= view.byteLength;
  if (!fits || view.getUint32(at, true) !== header.signature) throw new StatementRefused("broken_workbook");
}

function packedBytes(bytes: Uint8Array, view: DataView, { offset, packed }: Entry): Uint8Array {
  requireSignature(view, offset, LOCAL);
  const at = offset + LOCAL.bytes + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (at + packed > bytes.length) throw new StatementRefused("broken_workbook");
  return bytes.subarray(at, at + packed);
}

async function* unpack(packed: Uint8Array, method: number): AsyncGenerator<Uint8Array> {
  if (method !== STORED && method !== DEFLATED) throw new StatementRefused("broken_workbook");
  const chunks = Readable.from(chunksOf(packed));
  if (method === STORED) {
    yield* chunks;
    return;
  }
  try {
    yield* chunks.pipe(createInflateRaw({ chunkSize: CHUNK }));
  } catch (error) {
    throw new StatementRefused("broken_workbook", { cause: error });
  }
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}
