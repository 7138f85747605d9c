import { gzipSync } from "node:zlib";
import kafkajs from "kafkajs";
import { limitBatches } from "./bounded-batches.ts";

const { CompressionCodecs, CompressionTypes } = kafkajs;

describe("a batch that a topic packs", () => {
  beforeAll(limitBatches);
  const unpack = (bytes: Buffer): Promise<Buffer> =>
    CompressionCodecs[CompressionTypes.GZIP]().decompress(bytes);

  it("is unpacked", async () => {
    expect((await unpack(gzipSync("a message"))).toString()).toBe("a message");
  });

  it("is refused if it would fill the memory", async () => {
    await expect(unpack(gzipSync(Buffer.alloc(64 * 1024 * 1024)))).rejects.toThrow(
      "move the group's offset past it",
    );
  });
});
