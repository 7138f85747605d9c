import { promisify } from "node:util";
import { gzip, unzip } from "node:zlib";
import kafkajs from "kafkajs";

/** The most that a batch unpacks to. A broker takes 1 MiB, and our own messages are not packed. */
const MOST_BYTES = 32 * 1024 * 1024;

const pack = promisify<Buffer, Buffer>(gzip);
const unpack = promisify<Buffer, object, Buffer>(unzip);

/** kafkajs unpacks before any of our code sees a message, and without a limit: 0.8 MB become 0.8 GB. */
export function limitBatches(): void {
  kafkajs.CompressionCodecs[kafkajs.CompressionTypes.GZIP] = () => ({
    compress: ({ buffer }: { readonly buffer: Buffer }) => pack(buffer),
    decompress: async (buffer: Buffer) => {
      try {
        return await unpack(buffer, { maxOutputLength: MOST_BYTES });
      } catch (cause) {
        const text = "a batch of a topic cannot be unpacked within 32 MiB: move the group's offset past it";
        throw new Error(text, { cause });
      }
    },
  });
}
