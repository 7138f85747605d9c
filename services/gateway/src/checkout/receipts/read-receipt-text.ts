import { askForIn, type IdentifierFault, type SubmittedIdentifiers } from "@receipts/banks";
import type { BankCode, PaymentOption } from "@receipts/contracts";
import { normalizeAccount } from "@receipts/settlement";
import type { VerifyCommand, VerifyRules } from "../../verification/verify-command.ts";

export interface ReceiptText {
  /** A reference, a whole SMS or a receipt's link. */
  readonly text: string;
  /** The bank, if it is known. */
  readonly bank?: BankCode | undefined;
  readonly suffix?: string | undefined;
  readonly phone?: string | undefined;
}

export type ReadReceiptText =
  | { readonly kind: "read"; readonly command: VerifyCommand }
  /** A receipt of a bank that this deposit does not offer. */
  | { readonly kind: "other_bank" }
  /** A message about money, without a receipt. */
  | { readonly kind: "no_receipt" }
  /** The missing identifiers, if they are known. */
  | { readonly kind: "unreadable"; readonly missing: readonly IdentifierFault[] };

/** Reads the text of a payer, by the rules of the offered banks only. */
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
  if (given.bank !== undefined && offered.includes(given.bank)) return readWithReceiver(given.bank);
  const detection = detect(submitted);
  if (askForIn(detection) !== undefined) return { kind: "no_receipt" };
  const isBare = /^[\w-]{1,64}$/.test(submitted.reference ?? "");
  if (detection.kind === "detected" && offered.includes(detection.bank)) {
    return readWithReceiver(detection.bank);
  }
  // A message or a link names its bank; a bare reference may be of any bank with this form.
  if (detection.kind !== "undetected" && !isBare) return { kind: "other_bank" };
  const readings = offered.map((bank) => ({ bank, reading: readFor(bank, submitted) }));
  const [read, ...othersRead] = readings.filter(({ reading }) => reading.kind === "read");
  if (read !== undefined && othersRead.length === 0) return read.reading;
  const incomplete = readings.filter(({ reading }) => missesOnlyMore(reading));
  const [only, ...others] = incomplete;
  if (read !== undefined || only === undefined) return { kind: "unreadable", missing: [] };
  if (others.length === 0) return readWithReceiver(only.bank);
  // The missing identifiers also distinguish the banks.
  return { kind: "unreadable", missing: incomplete.flatMap(({ reading }) => missingOf(reading)) };

  /** The payer need not know digits that open a receipt of the account that he paid to. */
  function readWithReceiver(bank: BankCode): ReadReceiptText {
    const reading = readFor(bank, submitted);
    const suffix = receiverSuffix(bank, options);
    if (!missesOnlyMore(reading) || submitted.suffix !== undefined || suffix === undefined) return reading;
    const filled = readFor(bank, { ...submitted, suffix });
    return filled.kind === "read" ? filled : reading;
  }

  function readFor(bank: BankCode, sent: SubmittedIdentifiers): ReadReceiptText {
    const read = banks.get(bank);
    if (read === undefined) return { kind: "unreadable", missing: [] };
    const result = read(sent);
    if (result.kind === "invalid")
      return result.askFor === undefined
        ? { kind: "unreadable", missing: result.faults }
        : { kind: "no_receipt" };
    const { identifiers } = result;
    return {
      kind: "read",
      command: {
        bank,
        identifiers,
        settlementAccount: null,
        webhookUrl: null,
        recheckForMinutes: 0,
        expectation: null,
      },
    };
  }
}

const CBE_SUFFIX = /\d{8}$/;

/** A CBE receipt opens with the last digits of either party's account; other banks need the payer's. */
function receiverSuffix(bank: BankCode, options: readonly PaymentOption[]): string | undefined {
  if (bank !== "cbe") return undefined;
  const numbers = options.filter((option) => option.bank === bank).map(({ accountNumber }) => accountNumber);
  const suffixes = new Set(numbers.map((number) => CBE_SUFFIX.exec(normalizeAccount(bank, number))?.[0]));
  const [only, ...others] = suffixes;
  // Only the payer knows which of several accounts he paid to.
  return others.length === 0 ? only : undefined;
}

function missesOnlyMore(reading: ReadReceiptText): boolean {
  const missing = missingOf(reading);
  return missing.length > 0 && missing.every(({ field }) => field !== "reference");
}

function missingOf(reading: ReadReceiptText): readonly IdentifierFault[] {
  return reading.kind === "unreadable" ? reading.missing : [];
}
