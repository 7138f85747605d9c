import type { BankEnvironment } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import type { DocumentReading } from "./document-reading.ts";
import type { GrayPicture } from "./pixels/gray-picture.ts";
import type { Scan } from "./read-pdf.ts";

export interface ProcessSettings {
  readonly banks: readonly BankCode[];
  /** Only the banks' base URLs: other settings may be secret. */
  readonly env: BankEnvironment;
}

/** A file, or a picture that a PDF holds. */
export type ReadingTask = { readonly settings: ProcessSettings } & (
  | { readonly bytes: Uint8Array }
  | { readonly picture: GrayPicture }
);

/** A file's bytes follow on the standard input: a message would copy them twice in the parent. */
export type TaskMessage = { readonly settings: ProcessSettings } & (
  | { readonly byteLength: number }
  | { readonly picture: GrayPicture }
);

export type TaskResult = DocumentReading | Scan;
