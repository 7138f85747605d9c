import type { IdentifierFault, SubmittedIdentifiers } from "@receipts/banks";
import type { BankCode, PaymentOption } from "@receipts/contracts";
import type { VerifyCommand, VerifyRules } from "../../verification/verify-command.ts";

export interface ReceiptText {
  /** A reference, a whole SMS or a receipt's link. */
  readonly text: string;
  readonly suffix?: string | undefined;
  readonly phone?: string | undefined;
}

export type ReadReceiptText =
  | { readonly kind: "read"; readonly command: VerifyCommand }
  /** A receipt of a bank that this deposit is not paid to. */
  | { readonly kind: "other_bank" }
  /** What would settle it, if it is known. */
  | { readonly kind: "unreadable"; readonly missing: readonly IdentifierFault[] };

/** What a payer pasted, read by the rules of the banks that the deposit offers, and of no others. */
export function readReceiptText(
  { banks, detect }: Pick<VerifyRules, "banks" | "detect">,
  options: readonly PaymentOption[],
  given: ReceiptText,
): ReadReceiptText {
  const submitted: SubmittedIdentifiers = {
    reference: given.text.trim(),
    suffix: given.suffix?.trim() || undefined,
    phone: given.phone?.trim() || undefined,
  };
  const offered = [...new Set(options.map(({ bank }) => bank))];
  const detection = detect(submitted);
  const isBare = /^[\w-]{1,64}$/.test(submitted.reference ?? "");
  if (detection.kind === "detected" && offered.includes(detection.bank)) {
    return readFor(detection.bank, submitted);
  }
  // A message or a link says whose it is; a bare reference may be of any bank that has such.
  if (detection.kind !== "undetected" && !isBare) return { kind: "other_bank" };
  const readings = offered.map((bank) => readFor(bank, submitted));
  const read = readings.filter((reading) => reading.kind === "read");
  const [only, ...others] = read.length > 0 ? read : readings.filter(missesOnlyMore);
  if (only !== undefined && others.length === 0) return only;
  return { kind: "unreadable", missing: [] };

  function readFor(bank: BankCode, sent: SubmittedIdentifiers): ReadReceiptText {
    const read = banks.get(bank);
    if (read === undefined) return { kind: "unreadable", missing: [] };
    const result = read(sent);
    if (result.kind === "invalid") return { kind: "unreadable", missing: result.faults };
    const { identifiers } = result;
    return { kind: "read", command: { bank, identifiers, settlementAccount: null, webhookUrl: null } };
  }
}

function missesOnlyMore(reading: ReadReceiptText): boolean {
  return (
    reading.kind === "unreadable" &&
    reading.missing.length > 0 &&
    reading.missing.every(({ field }) => field !== "reference")
  );
}
