import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type {
  BankDetection,
  DetectBank,
  IdentifierFault,
  IdentifierResult,
  MessageCandidate,
  ReadIdentifiers,
  ReceiptIdentifiers,
  SubmittedIdentifiers,
} from "@receipts/banks";
import {
  type AskFor,
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
import { ApiProblem, invalidPayload, unsafeWebhookUrl } from "../http/api-problem.ts";
import type { FaultCollector } from "../http/validation.ts";

/** A submission after aliases, cleaning and the bank's own rules. */
export interface VerifyCommand {
  readonly bank: BankCode;
  readonly identifiers: ReceiptIdentifiers;
  readonly settlementAccount: string | null;
  readonly webhookUrl: string | null;
  /** Its name in the request, if it is not a field of the body. */
  readonly webhookUrlField?: string;
  /** How long the bank is asked again while it has no such receipt; 0: not at all. */
  readonly recheckForMinutes: number;
  /** Null if the deposit of the request decides instead. */
  readonly expectation: Expectation | null;
}

export interface VerifyRules {
  /** The banks that can be verified, with their rules. */
  readonly banks: ReadonlyMap<BankCode, ReadIdentifiers>;
  /** For submissions without `bank`. */
  readonly detect: DetectBank;
  readonly allowPrivateWebhooks: boolean;
}

const aliasesOf = {
  reference: ["referenceNumber", "reference", "transactionNumber", "receiptNumber"],
  suffix: ["accountSuffix", "suffix"],
  phone: ["phone", "phoneNumber"],
} as const satisfies Record<keyof SubmittedIdentifiers, readonly (keyof VerifyBody)[]>;
const identifierNames = ["reference", "suffix", "phone"] as const;

/** Returns undefined if `faults` has errors. `body` holds the fields that are each valid. */
export function readVerifyCommand(
  body: VerifyBody,
  webhookHeader: string | undefined,
  rules: VerifyRules,
  faults: FaultCollector,
): VerifyCommand | undefined {
  const faulty = new Set(identifierNames.filter((name) => aliasesOf[name].some(faults.has)));
  const readBank = (submitted: SubmittedIdentifiers) =>
    body.bank === undefined ? detectBank(rules, submitted) : readForBank(rules, body.bank, submitted);
  // The remaining identifiers are not enough to detect the bank.
  const isUndetectable = body.bank === undefined && (faults.has("bank") || faulty.size > 0);
  const found = isUndetectable ? undefined : faults.attempt(() => readAliases(body, readBank), faulty);
  const bank = found?.bank ?? body.bank;
  const settlementAccount = faults.attempt(() =>
    bank !== undefined && isBankCode(bank) ? readSettlementAccount(bank, body.settlementAccount) : null,
  );
  const webhook = faults.attempt(() =>
    readWebhookUrl(
      sentTexts({ webhookUrl: body.webhookUrl, "x-webhook-url": webhookHeader }, [
        "webhookUrl",
        "x-webhook-url",
      ]),
      rules.allowPrivateWebhooks,
    ),
  );
  if (found === undefined || settlementAccount === undefined || webhook === undefined) return undefined;
  const { recheckForMinutes = 0 } = body;
  const expectation = readExpectation(body.expect);
  return { ...found, settlementAccount, ...webhook, recheckForMinutes, expectation };
}

interface SentText {
  readonly field: string;
  readonly text: string;
}

/** Returns the texts sent under the aliases of one field. Empty counts as not sent, and equal texts count once. */
function sentTexts<Field extends string>(
  source: { readonly [name in Field]?: string | undefined },
  aliases: readonly Field[],
): readonly SentText[] {
  const sent: SentText[] = [];
  for (const field of aliases) {
    const text = source[field]?.trim() ?? "";
    if (text !== "" && !sent.some((other) => other.text === text)) sent.push({ field, text });
  }
  return sent;
}

type SentIdentifiers = Readonly<Record<keyof SubmittedIdentifiers, readonly SentText[]>>;

/** Errors name the field as it was sent. */
function withSentNames(sent: SentIdentifiers, read: () => ReadBank): ReadBank {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const details = (error.options.details ?? []).map((fault) => {
      const name = identifierNames.find((known) => known === fault.field);
      return { ...fault, field: (name && sent[name][0]?.field) ?? fault.field };
    });
    if (error.code === "invalid_payload") throw invalidPayload(details);
    throw new ApiProblem(error.code, { ...error.options, details });
  }
}

/** Two aliases may differ in spelling if the bank's rules read the same identifiers from both. */
function readAliases(body: VerifyBody, read: (submitted: SubmittedIdentifiers) => ReadBank): ReadBank {
  const aliases: SentIdentifiers = {
    reference: sentTexts(body, aliasesOf.reference),
    suffix: sentTexts(body, aliasesOf.suffix),
    phone: sentTexts(body, aliasesOf.phone),
  };
  const submitted: SubmittedIdentifiers = {
    reference: aliases.reference[0]?.text,
    suffix: aliases.suffix[0]?.text,
    phone: aliases.phone[0]?.text,
  };
  const found = withSentNames(aliases, () => read(submitted));
  for (const name of identifierNames) {
    const [first, ...others] = aliases[name];
    for (const other of others) {
      if (first === undefined) continue;
      // Identifiers that this bank does not need are not read.
      const agrees =
        found.identifiers[name] === null
          ? comparable(name, first.text) === comparable(name, other.text)
          : isDeepStrictEqual(
              found,
              attempt(() => read({ ...submitted, [name]: other.text })),
            );
      if (!agrees) throw disagreement(first, other);
    }
  }
  return found;
}

function comparable(name: keyof SubmittedIdentifiers, text: string): string {
  return name === "phone" ? normalizeAccount("telebirr", text) : text.toLowerCase();
}

function attempt(read: () => ReadBank): ReadBank | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiProblem) return undefined;
    throw error;
  }
}

/** Refused: a guess could verify the wrong receipt. */
function disagreement(first: SentText, other: SentText): ApiProblem {
  const message = `differs from ${first.field}: send one of them, or the same value`;
  return invalidPayload([{ field: other.field, message }]);
}

interface ReadBank {
  readonly bank: BankCode;
  readonly identifiers: ReceiptIdentifiers;
}

function readForBank({ banks }: VerifyRules, bankText: string, submitted: SubmittedIdentifiers): ReadBank {
  const read = isBankCode(bankText) ? banks.get(bankText) : undefined;
  if (!isBankCode(bankText) || read === undefined)
    throw unsupportedBank(
      banks,
      "is not a supported bank",
      isBankCode(bankText) ? { bank: bankTitle(bankText) } : {},
    );
  return { bank: bankText, identifiers: identifiersOf(read(submitted)) };
}

function identifiersOf(result: IdentifierResult): ReceiptIdentifiers {
  if (result.kind === "valid") return result.identifiers;
  if (result.askFor !== undefined) throw noReceiptIn(result.askFor);
  throw invalidPayload(result.faults.map(toFieldFault));
}

/** For people; programs read `askFor`. */
const askedItems: Readonly<Record<AskFor["what"], string>> = {
  receipt_link: "the receipt's link, or the message that has it",
  transaction_number: "the transaction number, or the message that has it",
  qr_code: "the receipt's link, or a picture of its QR code",
  account_digits: "the last digits of the account that paid",
};

/** A message that tells of money and has no number of a receipt. Whether it is true, only a receipt can show. */
export function noReceiptIn(askFor: AskFor): ApiProblem {
  const from = askFor.bank === null ? "" : ` of ${bankTitle(askFor.bank)}`;
  const wayOut = `ask the payer for ${askedItems[askFor.what]}${from}`;
  return new ApiProblem("no_receipt_in_message", {
    message: `This message has no receipt that can be verified: ${wayOut}`,
    details: [{ field: "reference", message: `has no number or link of a receipt: ${wayOut}` }],
    askFor,
  });
}

function unsupportedBank(
  banks: VerifyRules["banks"],
  message: string,
  { bank, candidates = [] }: { readonly bank?: string; readonly candidates?: readonly MessageCandidate[] },
): ApiProblem {
  return new ApiProblem("unsupported_bank", {
    message: `Receipts of this bank cannot be verified; supported are ${[...banks.keys()].join(", ")}`,
    details: [{ field: "bank", message }],
    ...(bank !== undefined && { bank }),
    candidates: candidates.map(({ bank: own, reference }) => ({ bank: own, referenceNumber: reference })),
  });
}

/** The problem of a link or message of a bank that is not supported. */
export function unsupportedSender(
  banks: VerifyRules["banks"],
  detection: Extract<BankDetection, { kind: "unsupported" }>,
): ApiProblem {
  const [offered] = detection.candidates;
  const wayOut =
    offered === undefined
      ? ""
      : `. It holds the number ${offered.reference} of ${bankTitle(offered.bank)}: ask the payer for that bank's receipt`;
  return unsupportedBank(banks, `is ${detection.bank}, as its link or message says${wayOut}`, detection);
}

/** The API's field names are those of the identifiers. */
const toFieldFault = ({ field, message }: IdentifierFault): FieldFault => ({ field, message });

/** Without `bank`, the identifiers must reveal it. */
function detectBank({ detect, banks }: VerifyRules, submitted: SubmittedIdentifiers): ReadBank {
  const detection = detect(submitted);
  if (detection.kind === "detected") {
    return { bank: detection.bank, identifiers: identifiersOf(detection.result) };
  }
  if (detection.kind === "no_receipt") throw noReceiptIn(detection.askFor);
  if (detection.kind === "unsupported") throw unsupportedSender(banks, detection);
  const { candidates, missing } = detection;
  throw new ApiProblem("bank_not_detected", {
    message:
      candidates.length === 0
        ? "No bank's receipt could be recognized: send `bank`, or the receipt's link or SMS"
        : `This could be ${candidates.join(" or ")}: send \`bank\`, or the field that one of them requires`,
    details: [
      { field: "bank", message: "is required: the bank could not be detected" },
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

function readWebhookUrl(
  sent: readonly SentText[],
  allowPrivate: boolean,
): Pick<VerifyCommand, "webhookUrl" | "webhookUrlField"> {
  const [first, other] = sent;
  if (first === undefined) return { webhookUrl: null };
  const checked = checkWebhookUrl(first.text, { allowPrivate });
  if (other !== undefined && URL.parse(other.text)?.href !== URL.parse(first.text)?.href)
    throw disagreement(first, other);
  if (checked.kind === "unsafe") throw unsafeWebhookUrl(first.field, checked.message);
  return { webhookUrl: checked.url.href, webhookUrlField: first.field };
}

const nothingExpected = storedExpectation(noExpectation);

/** Identifies a request: aliases and spellings are resolved by now, and `waitMs` does not count. */
export function fingerprintOf(command: VerifyCommand): Buffer {
  const { bank, identifiers, settlementAccount, webhookUrl, recheckForMinutes, expectation } = command;
  const account = settlementAccount === null ? null : normalizeAccount(bank, settlementAccount);
  const parts = [bank, identifiers.reference, identifiers.suffix, identifiers.phone, account, webhookUrl];
  // Only if something is expected: the fingerprints of an earlier release stay valid.
  const expected = expectation === null ? nothingExpected : storedExpectation(expectation);
  if (expected !== nothingExpected) parts.push(expected);
  if (recheckForMinutes > 0) parts.push(`recheck ${recheckForMinutes}`);
  return Buffer.from(hash("sha256", JSON.stringify(parts), "base64"), "base64");
}
