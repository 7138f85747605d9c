import { branchReferenceDay } from "../reference-day.ts";

const made = /^([A-Z0-9]{7}\d{5}[A-Z0-9]{4})(\d{4})([DC])([A-Z0-9]{3})$/;

export interface WegagenTokenParts {
  /** The bank's id of the transaction: three of the branch, four of the module, `YYDDD`, four. */
  readonly transactionId: string;
  readonly accountStart: string;
  /** Whether that account was debited or credited. */
  readonly direction: "D" | "C";
  readonly transactionCode: string;
}

/** The known parts of a share token; undefined for a token of unknown form, which may still be valid. */
export function tokenParts(token: string): WegagenTokenParts | undefined {
  const [, transactionId = "", accountStart = "", direction, transactionCode = ""] = made.exec(token) ?? [];
  if (direction === undefined || branchReferenceDay(transactionId) === undefined) return undefined;
  return { transactionId, accountStart, direction: direction === "D" ? "D" : "C", transactionCode };
}
