import { randomFillSync } from "node:crypto";
import { monotonicFactory, ulid } from "ulid";

/** What each prefix names. A reader of a log line knows the kind of thing from its id alone. */
export const idPrefixes = {
  verification: "ver",
  apiKey: "key",
  checkoutKey: "cky",
  user: "usr",
  business: "biz",
  bankAccount: "acc",
  creditTransaction: "ctx",
  webhookDelivery: "whd",
  webhookRecovery: "whr",
  deposit: "dep",
  event: "evt",
  quarantinedDocument: "doc",
  session: "ses",
  invitation: "inv",
  mail: "mal",
  auditEntry: "aud",
} as const;

const randomBytes = new Uint8Array(4_096);
let used = randomBytes.length;

/** Asking the system for one byte at a time, as ulid does by itself, takes a tenth of a gateway's work. */
function nextRandom(): number {
  if (used >= randomBytes.length) {
    randomFillSync(randomBytes);
    used = 0;
  }
  const byte = randomBytes[used] ?? 0;
  used += 1;
  return byte / 256;
}

const nextInOrder = monotonicFactory(nextRandom);

/**
 * A new identifier, e.g. `ver_01k9…`: sorts by creation time (to the millisecond) and cannot be guessed (80 random bits).
 * Audit entries of one process sort by their order within a millisecond too: one act may write several, and their ids open nothing.
 */
export function newId(kind: keyof typeof idPrefixes): string {
  const id = kind === "auditEntry" ? nextInOrder() : ulid(undefined, nextRandom);
  return `${idPrefixes[kind]}_${id.toLowerCase()}`;
}

/** Whether a text from a URL can be an id of this kind at all: spares the database the question. */
export function isId(kind: keyof typeof idPrefixes, text: string): boolean {
  return text.startsWith(`${idPrefixes[kind]}_`) && /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/.test(text);
}
