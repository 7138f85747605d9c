import type { BankCode } from "@receipts/contracts";
import type { Language, Texts } from "./language.ts";

interface RegisteredBank {
  readonly code: BankCode;
  readonly names: Texts<string>;
  readonly isSupported: boolean;
  /** Its receipts hide a part of the receiver's account, and nothing but the name proves the rest. */
  readonly showsLittle: boolean;
}

/** The document brings them along. */
let read: readonly RegisteredBank[] | undefined;

function registry(): readonly RegisteredBank[] {
  read ??= JSON.parse(document.body.dataset["banks"] ?? "[]") as readonly RegisteredBank[]; // written by our server
  return read;
}

/** As people know the bank. A code that nobody knows is shown as it is. */
export function bankName(bank: string, language: Language): string {
  return registry().find(({ code }) => code === bank)?.names[language] ?? bank;
}

/** Every bank that the API names, in the order of the specification. */
export function allBanks(): readonly BankCode[] {
  return registry().map(({ code }) => code);
}

export function showsLittle(bank: BankCode): boolean {
  return registry().some((each) => each.code === bank && each.showsLittle);
}

/** Those whose receipts can be verified. */
export function supportedBanks(): readonly BankCode[] {
  return registry().flatMap(({ code, isSupported }) => (isSupported ? [code] : []));
}
