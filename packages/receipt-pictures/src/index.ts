export type { ReceiptCandidate } from "./candidates/receipt-candidate.ts";
export { type DocumentReading, maxBytes, type RefusalReason } from "./document-reading.ts";
export {
  createPictureReader,
  type PictureReader,
  type PictureReaderOptions,
  pictureReaderMebibytes,
} from "./picture-reader.ts";
export type { ReadingLimits } from "./reading-child.ts";
