import { randomInt } from "node:crypto";
import { capitalsAndDigits } from "./seeded-draw.ts";

/** Ends in a digit: the outcome endings are letters, so an ordered payment never has one. */
export function randomEnding(length: number, alphabet: string = capitalsAndDigits): string {
  const letters = Array.from({ length: length - 1 }, () => alphabet[randomInt(alphabet.length)]);
  return `${letters.join("")}${randomInt(10)}`;
}

/** A capital letter. */
export function randomLetter(): string {
  return String.fromCharCode("A".charCodeAt(0) + randomInt(26));
}

export function randomDigits(length: number): string {
  return randomEnding(length, "0123456789");
}
