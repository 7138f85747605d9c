import { createHash, randomInt } from "node:crypto";

/** Without letters and digits that look alike. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

/** 39 bits, for ten minutes; a chat has few attempts an hour. */
export function newLinkCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** Returns the code in a message: alone or after `/start`, in any case, with or without the hyphen. */
export function codeIn(text: string): string | undefined {
  const typed = text
    .replace(/^\/start(?:@\w+)?\s+/, "")
    .replaceAll(/[\s-]/g, "")
    .toUpperCase();
  return /^[2-9A-HJKMNP-TV-Z]{8}$/.test(typed)
    ? `${typed.slice(0, LENGTH / 2)}-${typed.slice(LENGTH / 2)}`
    : undefined;
}

export function hashOfCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
