import { supportedBankCodes } from "@receipts/contracts";
import { createPictureReader, type PictureReader, type ReadingLimits } from "../src/index.ts";

/** A reader that closes after the suite. */
export function useReader(limits: Partial<ReadingLimits> = {}): Pick<PictureReader, "read"> {
  const reader = createPictureReader({ banks: supportedBankCodes, env: {}, limits });
  afterAll(() => reader.close());
  return reader;
}
