import { createHash } from "node:crypto";

export interface SeededDraw {
  /** 0 … limit - 1, the same for the same seed and label. */
  number(label: string, limit: number): number;
  oneOf<T>(label: string, choices: readonly [T, ...T[]]): T;
  text(label: string, length: number, alphabet: string): string;
  digits(label: string, length: number): string;
}

/** Values that look random and never change. Each has a label, so that a new value does not change the others. */
export function createSeededDraw(seed: string): SeededDraw {
  const bytes = (label: string) => createHash("sha256").update(`${label}:${seed}`).digest();
  const number = (label: string, limit: number) => bytes(label).readUIntBE(0, 6) % limit;
  const text = (label: string, length: number, alphabet: string) =>
    Array.from(bytes(label).subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join("");
  return {
    number,
    oneOf: (label, choices) => choices[number(label, choices.length)] ?? choices[0],
    text,
    digits: (label, length) => text(label, length, "0123456789"),
  };
}

/** The remaining balance of the payer's account, which messages contain. */
export function drawnBalance(reference: string): bigint {
  return BigInt(createSeededDraw(reference).number("balance", 5_000_000));
}

/** Characters of references and tokens. */
export const capitalsAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
export const lettersAndDigits = `${capitalsAndDigits}abcdefghijklmnopqrstuvwxyz`;
