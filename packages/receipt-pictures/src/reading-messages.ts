import type { BankEnvironment } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";

export interface ProcessSettings {
  readonly banks: readonly BankCode[];
  /** Only the banks' base URLs: other settings may be secret. */
  readonly env: BankEnvironment;
}

export interface ReadingTask {
  readonly bytes: Uint8Array;
  readonly settings: ProcessSettings;
}
