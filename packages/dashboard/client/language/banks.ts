import type { BankCode } from "@receipts/contracts";
import type { PageLanguage, Texts } from "@receipts/web-pages/texts";

interface RegisteredBank {
  readonly code: BankCode;
  readonly names: Texts<string>;
  readonly isSupported: boolean;
  /** Its receipts hide part of the receiver's account, so the name has to match. */
  readonly showsLittle: boolean;
  /** Its receipts are checked in the sandbox. */
  readonly isSandboxed: boolean;
}

/** Read from the document. */
let read: readonly RegisteredBank[] | undefined;

function registry(): readonly RegisteredBank[] {
  read ??= JSON.parse(document.body.dataset["banks"] ?? "[]") as readonly RegisteredBank[]; // written by our server
  return read;
}

/** The bank's name; the code itself if it is unknown. */
export function bankName(bank: string, language: PageLanguage): string {
  return registry().find(({ code }) => code === bank)?.names[language] ?? bank;
}

/** All banks of the API, in the order of the specification. */
export function allBanks(): readonly BankCode[] {
  return registry().map(({ code }) => code);
}

export function showsLittle(bank: BankCode): boolean {
  return registry().some((each) => each.code === bank && each.showsLittle);
}

/** Whether no receipt can prove an account: its bank hides digits, and its name is too short to agree. */
export function isAlwaysReviewed({
  bank,
  nameCanAgree,
}: {
  readonly bank: BankCode;
  readonly nameCanAgree: boolean;
}): boolean {
  return !nameCanAgree && showsLittle(bank);
}

/** Banks that are asked in the sandbox: names, or `all`; undefined if each bank is asked itself. */
export function sandboxedBanks(language: PageLanguage): string | "all" | undefined {
  const asked = registry().filter(({ isSupported }) => isSupported);
  const sandboxed = asked.filter(({ isSandboxed }) => isSandboxed);
  if (sandboxed.length === 0) return undefined;
  return sandboxed.length === asked.length ? "all" : sandboxed.map(({ names }) => names[language]).join(", ");
}

/** Banks whose receipts can be verified. */
export function supportedBanks(): readonly BankCode[] {
  return registry().flatMap(({ code, isSupported }) => (isSupported ? [code] : []));
}
