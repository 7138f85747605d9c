import { createHash } from "node:crypto";
import type {
  DetectBank,
  IdentifierFault,
  ReadIdentifiers,
  ReceiptIdentifiers,
  SubmittedIdentifiers,
} from "@receipts/banks";
import {
  type BankCode,
  bankTitle,
  type Expectation,
  type FieldFault,
  isBankCode,
  noExpectation,
  readExpectation,
  storedExpectation,
  type VerifyBody,
} from "@receipts/contracts";
import { isUsableSettlementAccount, normalizeAccount } from "@receipts/settlement";
import { checkWebhookUrl } from "@receipts/webhooks";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";

/** A submission after aliases, cleaning and the bank's own rules. */
export interface VerifyCommand {
  readonly bank: BankCode;
  readonly identifiers: ReceiptIdentifiers;
  readonly settlementAccount: string | null;
  readonly webhookUrl: string | null;
  /** Null: not decided here, but by the deposit that it is for. */
  readonly expectation: Expectation | null;
}

export interface VerifyRules {
  /** The banks that can be verified, with their rules. */
  readonly banks: ReadonlyMap<BankCode, ReadIdentifiers>;
  /** For submissions without `bank`. */
  readonly detect: DetectBank;
  readonly allowPrivateWebhooks: boolean;
}

/** Throws 422 with the field and the way out. */
export function readVerifyCommand(
  body: VerifyBody,
  webhookHeader: string | undefined,
  rules: VerifyRules,
): VerifyCommand {
  const submitted: SubmittedIdentifiers = {
    reference: joinAliases({
      referenceNumber: body.referenceNumber,
      reference: body.reference,
      transactionNumber: body.transactionNumber,
      receiptNumber: body.receiptNumber,
    }),
    suffix: joinAliases({ accountSuffix: body.accountSuffix, suffix: body.suffix }),
    phone: joinAliases({ phone: body.phone, phoneNumber: body.phoneNumber }),
  };
  const { bank, identifiers } =
    body.bank === undefined ? detectBank(rules, submitted) : readForBank(rules, body.bank, submitted);
  return {
    bank,
    identifiers,
    settlementAccount: readSettlementAccount(bank, body.settlementAccount),
    webhookUrl: readWebhookUrl(
      joinAliases({ webhookUrl: body.webhookUrl, "x-webhook-url": webhookHeader }),
      rules.allowPrivateWebhooks,
    ),
    expectation: readExpectation(body.expect),
  };
}

/** Aliases of one thing; empty counts as not sent, and two that disagree are refused rather than guessed between. */
function joinAliases(aliases: Readonly<Record<string, string | undefined>>): string | undefined {
  const sent = Object.entries(aliases)
    .map(([field, value]) => ({ field, value: value?.trim() }))
    .filter(({ value }) => value !== undefined && value !== "");
  const [first, ...others] = sent;
  const different = others.find(({ value }) => value !== first?.value);
  if (first !== undefined && different !== undefined) {
    throw invalidPayload([
      {
        field: different.field,
        message: `says something else than ${first.field}: send one of them, or the same value`,
      },
    ]);
  }
  return first?.value;
}

interface ReadBank {
  readonly bank: BankCode;
  readonly identifiers: ReceiptIdentifiers;
}

function readForBank({ banks }: VerifyRules, bankText: string, submitted: SubmittedIdentifiers): ReadBank {
  const read = isBankCode(bankText) ? banks.get(bankText) : undefined;
  if (!isBankCode(bankText) || read === undefined) throw unsupportedBank(banks, "is not a supported bank");
  const result = read(submitted);
  if (result.kind === "invalid") throw invalidPayload(result.faults.map(toFieldFault));
  return { bank: bankText, identifiers: result.identifiers };
}

function unsupportedBank(banks: VerifyRules["banks"], message: string): ApiProblem {
  return new ApiProblem("unsupported_bank", {
    message: `Receipts of this bank cannot be verified; supported are ${[...banks.keys()].join(", ")}`,
    details: [{ field: "bank", message }],
  });
}

/** The field names of the API are those of the faults. */
const toFieldFault = ({ field, message }: IdentifierFault): FieldFault => ({ field, message });

/** Without `bank` the rest must tell whose receipt it is. */
function detectBank({ detect, banks }: VerifyRules, submitted: SubmittedIdentifiers): ReadBank {
  const detection = detect(submitted);
  if (detection.kind === "detected") {
    const { bank, result } = detection;
    if (result.kind === "invalid") throw invalidPayload(result.faults.map(toFieldFault));
    return { bank, identifiers: result.identifiers };
  }
  if (detection.kind === "unsupported")
    throw unsupportedBank(banks, `is ${bankTitle(detection.bank)}, as its link or message says`);
  const { candidates, missing } = detection;
  throw new ApiProblem("bank_not_detected", {
    message:
      candidates.length === 0
        ? "No bank's receipt could be recognized: send `bank`, or the receipt's link or SMS"
        : `This could be ${candidates.join(" or ")}: send \`bank\`, or what the one of them needs, to settle it`,
    details: [
      { field: "bank", message: "is needed to tell whose receipt this is" },
      ...missing.map(toFieldFault),
    ],
  });
}

function readSettlementAccount(bank: BankCode, text: string | undefined): string | null {
  const account = text?.trim();
  if (account === undefined || account === "") return null;
  if (isUsableSettlementAccount(bank, account)) return account;
  throw invalidPayload([
    {
      field: "settlementAccount",
      message: /\d/.test(account)
        ? "must be the whole account or phone number, with no digit hidden"
        : "must be an account or phone number with digits",
    },
  ]);
}

function readWebhookUrl(text: string | undefined, allowPrivate: boolean): string | null {
  if (text === undefined) return null;
  const checked = checkWebhookUrl(text, { allowPrivate });
  if (checked.kind === "ok") return checked.url.href;
  throw new ApiProblem("unsafe_webhook_url", {
    message: checked.message,
    details: [{ field: "webhookUrl", message: checked.message }],
  });
}

/** What makes two submissions the same request: aliases and spellings are gone by now, and `waitMs` is not in it. */
export function fingerprintOf(command: VerifyCommand): Buffer {
  const { bank, identifiers, settlementAccount, webhookUrl, expectation } = command;
  const account = settlementAccount === null ? null : normalizeAccount(bank, settlementAccount);
  const parts = [bank, identifiers.reference, identifiers.suffix, identifiers.phone, account, webhookUrl];
  // Only where there is one: the fingerprints of an earlier release stay valid.
  const expected = storedExpectation(expectation ?? noExpectation);
  const all = expected === storedExpectation(noExpectation) ? parts : [...parts, expected];
  return createHash("sha256").update(JSON.stringify(all)).digest();
}
