import { createHmac } from "node:crypto";

export type ReplacedKind =
  | "words of names"
  | "references"
  | "accounts and numbers"
  | "phone numbers"
  | "times of day"
  | "email addresses";

/** Replacements within one document. The same original always has the same replacement. */
export interface Pseudonyms {
  /**
   * Replaces a number, or its visible digits in a mask. Numbers with the same beginning, or with the same last four
   * digits, keep that in common.
   */
  digits(run: string, part?: "whole" | "beginning" | "end"): string;
  /** Letters for letters of their case, digits for digits; the first `kept` characters stay. */
  characters(text: string, kept?: number): string;
  /** An invented name in the case and script of the word. */
  word(word: string): string;
  /** Another minute or second. */
  sixtieth(text: string): string;
  note(kind: ReplacedKind, original: string, replacement: string): string;
  /** Originals and their replacements. Never printed. */
  readonly replaced: ReadonlyMap<string, string>;
  counts(): ReadonlyMap<ReplacedKind, number>;
}

/** Digits at the end of a masked number: `1000****1111`. */
const TAIL = 4;
const syllables =
  "ba be bo da de do fa fi ga go ja ka ki la le lo ma me mo na ne ra ri sa so ta te wa ya ze".split(" ");
const ethiopicSyllables = "ለ ሙ ራ ሲ ቱ ና ኪ ወ ዛ ዮ ደ ጊ".split(" ");

/** `seed` must not be derivable from the redacted document: with it, the originals can be computed. */
export function createPseudonyms(seed: Uint8Array): Pseudonyms {
  const replaced = new Map<string, string>();
  const kinds = new Map<ReplacedKind, Set<string>>();
  const words = new Map<string, string>();
  const draw = (text: string): Buffer => createHmac("sha256", seed).update(text).digest();
  /** Never returns the same digit. The result depends on the neighbours on the side that masks leave visible. */
  const digit = (own: string, neighbours: string): string =>
    String((Number(own) + 1 + ((draw(`digit ${neighbours}`)[0] ?? 0) % 9)) % 10);

  function inventWord(word: string): string {
    const known = words.get(word.toLowerCase());
    if (known !== undefined) return known;
    const pool = /\p{sc=Ethi}/u.test(word) ? ethiopicSyllables : syllables;
    for (let attempt = 0; ; attempt += 1) {
      const drawn = draw(`word ${attempt} ${word.toLowerCase()}`);
      const invented = [...drawn.subarray(0, 3)].map((byte) => pool[byte % pool.length]).join("");
      const isTaken = [...words].some(([original, name]) => name === invented || original === invented);
      if (isTaken || invented === word.toLowerCase()) continue;
      words.set(word.toLowerCase(), invented);
      return invented;
    }
  }

  return {
    replaced,
    counts: () => new Map([...kinds].map(([kind, originals]) => [kind, originals.size])),
    note: (kind, original, replacement) => {
      replaced.set(original, replacement);
      kinds.set(kind, (kinds.get(kind) ?? new Set()).add(original));
      return replacement;
    },
    digits: (run, part = "whole") =>
      [...run]
        .map((own, at) => {
          const isTail = part === "end" || (part === "whole" && at >= run.length - TAIL);
          return digit(own, isTail ? `before the end: ${run.slice(at + 1)}` : `after: ${run.slice(0, at)}`);
        })
        .join(""),
    characters: (text, kept = 0) =>
      [...text]
        .map((own, at) => (at < kept ? own : character(own, draw(`character ${at} ${text}`)[0] ?? 0)))
        .join(""),
    word: (word) => inCaseOf(word, inventWord(word)),
    sixtieth: (text) =>
      String((Number(text) + 1 + ((draw(`sixtieth ${text}`)[0] ?? 0) % 59)) % 60).padStart(2, "0"),
  };
}

function character(own: string, drawn: number): string {
  if (/\d/.test(own)) return String((Number(own) + 1 + (drawn % 9)) % 10);
  if (!/[A-Za-z]/.test(own)) return own;
  const first = (own === own.toUpperCase() ? "A" : "a").charCodeAt(0);
  return String.fromCharCode(first + ((own.charCodeAt(0) - first + 1 + (drawn % 25)) % 26));
}

function inCaseOf(word: string, invented: string): string {
  if (word === word.toLowerCase()) return invented;
  if (word === word.toUpperCase()) return invented.toUpperCase();
  return invented.charAt(0).toUpperCase() + invented.slice(1);
}
