import { type AskFor, type BankCode, isSupportedBank, isWallet } from "@receipts/contracts";
import type { BankEnvironment, ReadIdentifiers, SubmittedIdentifiers } from "./bank-adapter.ts";
import type { BankDefinition } from "./bank-definition.ts";
import { creditedBank, walletNamed } from "./credited-bank.ts";
import { maxSubmittedCharacters, readSubmittedText, rememberedForCall } from "./submitted-text.ts";

const fieldNames = ["reference", "suffix", "phone"] as const;

/**
 * Reads identifiers by the bank's rules, without the parts of a message that only look like a receipt. If it has no
 * other number, the result says what to ask the payer for.
 */
export function readerOf(
  { code, createReadIdentifiers }: Pick<BankDefinition, "code" | "createReadIdentifiers">,
  env: BankEnvironment,
  noReceipts: readonly RegExp[],
): ReadIdentifiers {
  const read = createReadIdentifiers(env);
  return (submitted) => {
    const cut = withoutAll(submitted, noReceipts);
    const result = read(cut);
    if (result.kind === "valid") return result;
    const faults = result.faults.filter(({ field }) => field === "reference");
    if (faults.length === 0) return result;
    const text = textOf(submitted);
    const hasNoReceipt = textOf(cut) !== text || isMessageWithoutNumber(text);
    return hasNoReceipt ? { kind: "invalid", faults, askFor: askForAfter(text, code) } : result;
  };
}

/** For a message of a bank that is not recognized: another bank's payment through the switch has no number. */
export function askForSwitchPayment(submitted: SubmittedIdentifiers): AskFor | undefined {
  const text = textOf(submitted);
  if (!throughSwitch.test(text) || !isMessageWithoutNumber(text)) return undefined;
  return askForAfter(text, null);
}

function withoutAll(submitted: SubmittedIdentifiers, parts: readonly RegExp[]): SubmittedIdentifiers {
  const cut = (text: string) =>
    text.length > maxSubmittedCharacters
      ? text
      : parts.reduce((rest, part) => (part.test(rest) ? rest.replace(part, " ") : rest), text);
  return Object.fromEntries(
    fieldNames.flatMap((name) => (submitted[name] === undefined ? [] : [[name, cut(submitted[name])]])),
  );
}

function textOf(submitted: SubmittedIdentifiers): string {
  const texts = fieldNames.flatMap((name) => submitted[name] ?? []);
  return texts.filter((text) => text.length <= maxSubmittedCharacters).join("\n");
}

/** Digits and letters mixed, as in every receipt number. `ETB502` is an amount, `1xxxx310` an account. */
function isNumberLike(word: string): boolean {
  const isMixed = /^\d*[A-Z][A-Z0-9]{5,}$/i.test(word) && word.replaceAll(/\D/g, "").length >= 3;
  return isMixed && !/^ETB|[*x]{2}/i.test(word);
}

/** `Ref: 2580000000` */
const labelledDigits = /\b(?:ref|reference|receipt)(?: ?(?:no|number))?\.?:? ?\d{8,}/i;

const isMessageWithoutNumber = rememberedForCall((text: string): boolean => {
  const { prose } = readSubmittedText(text);
  const words = prose.split(/[^A-Za-z0-9*\u1200-\u135A]+/).filter((word) => word !== "");
  const hasMoney = /\b(?:ETB|Birr)\b|\bETB\s?\d|\d\s?Birr|ብር/i.test(prose);
  const hasNumber = labelledDigits.test(prose) || words.some(isNumberLike);
  return words.length >= 8 && hasMoney && !hasNumber;
});

const throughSwitch = /\bvia\s{1,3}IPS\b/i;
/** The bank that paid comes after one of these. */
const payingBank = /\b(?:via\s{1,3}IPS|via|from|through)\s{1,3}([A-Z][A-Za-z\s.&'-]{2,60})/gi;
const received = /\b(?:credited|received|deposit(?:ed)?)\b/i;

/** A message about money that came in names the paying bank or none; any other is of the bank that paid. */
function askForAfter(text: string, sender: BankCode | null): AskFor {
  const named = [...text.matchAll(payingBank)].map(([, name = ""]) => bankAtStartOf(name));
  const bank = named.find((code) => code !== undefined) ?? (received.test(text) ? null : sender);
  return { bank, what: bank !== null && isWallet(bank) ? "transaction_number" : "receipt_link" };
}

function bankAtStartOf(text: string): BankCode | undefined {
  const words = text.split(/[\s.]+/).slice(0, 6);
  const banks = words.map((_, index) => namedBank(words.slice(0, index + 1).join(" ")));
  return banks.findLast((code) => code !== null && isSupportedBank(code)) ?? undefined;
}

const namedBank = (name: string) => creditedBank(name) ?? walletNamed(name);
