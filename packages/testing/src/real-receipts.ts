import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Real receipts stay outside the repository; tests that need them are skipped if they are missing. */
export const receiptsDir =
  process.env["RECEIPTS_DIR"] ?? path.join(import.meta.dirname, "../../../../shared/receipts");
export const hasRealReceipts = existsSync(receiptsDir);

export const realReceipt = (file: string): Buffer => readFileSync(path.join(receiptsDir, file));
