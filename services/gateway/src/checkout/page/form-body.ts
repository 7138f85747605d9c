import { type BankCode, isBankCode } from "@receipts/contracts";
import { z } from "zod";
import { createFormBody } from "../../http/form-body.ts";

/** Several times the longest SMS with a link. */
export const maxReceiptTextCharacters = 2_000;
/** A character has up to three bytes, and form encoding writes three characters per byte. */
const MAX_BODY_BYTES = 24 * 1024;

export const formBody = createFormBody({ maxBytes: MAX_BODY_BYTES });

/** A payer's input. A field that is sent twice counts as empty. */
export interface ReceiptForm {
  readonly text: string;
  readonly suffix: string;
  readonly phone: string;
  /** A receipt that was read from a file: its bank and reference, as `readOf` writes them. */
  readonly read: string;
  /** The bank of the file, if the text is the one that was read. Typed text may be of any bank. */
  readonly bank: BankCode | undefined;
  /** The page follows the deposit by itself, so the response does not wait for the outcome. */
  readonly isLive: boolean;
}

const field = z.string().max(MAX_BODY_BYTES).catch("");
const formSchema = z.object({ receipt: field, suffix: field, phone: field, read: field, live: field });

export function readReceiptForm(body: unknown): ReceiptForm {
  const { receipt, suffix, phone, read, live } = formSchema.parse(body ?? {});
  const [bank = ""] = read.split(" ", 1);
  const isAsRead = isBankCode(bank) && read === readOf({ bank, text: receipt.trim() });
  return { text: receipt, suffix, phone, read, bank: isAsRead ? bank : undefined, isLive: live !== "" };
}

export const readOf = ({ bank, text }: { readonly bank: BankCode; readonly text: string }) =>
  `${bank} ${text}`;
