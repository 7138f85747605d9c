import { randomFillSync } from "node:crypto";
import { monotonicFactory, ulid } from "ulid";

/** Prefixes of ids, so that an id in a log line shows what it identifies. */
export const idPrefixes = {
  verification: "ver",
  batch: "bat",
  apiKey: "key",
  checkoutKey: "cky",
  user: "usr",
  business: "biz",
  bankAccount: "acc",
  creditTransaction: "ctx",
  webhookDelivery: "whd",
  webhookRecovery: "whr",
  webhookEndpoint: "whe",
  deposit: "dep",
  event: "evt",
  quarantinedDocument: "doc",
  session: "ses",
  member: "mem",
  branch: "brn",
  till: "til",
  paymentView: "pvw",
  reconciliation: "rcn",
  dayClose: "cls",
  invitation: "inv",
  memberInvitation: "miv",
  mail: "mal",
  telegramChat: "tgc",
  telegramMessage: "tgm",
  auditEntry: "aud",
} as const;

const randomBytes = new Uint8Array(4_096);
let used = randomBytes.length;

/** Buffered: reading one random byte at a time, as ulid does by default, takes a tenth of a gateway's CPU time. */
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
 * Returns a new id such as `ver_01k9…`. It sorts by creation time in milliseconds and has 80 random bits.
 * Audit entries of one process also sort within a millisecond, because one act can write several. Their ids grant nothing.
 */
export function newId(kind: keyof typeof idPrefixes): string {
  const id = kind === "auditEntry" ? nextInOrder() : ulid(undefined, nextRandom);
  return `${idPrefixes[kind]}_${id.toLowerCase()}`;
}

/** True if the text has the form of an id of this kind. Saves a database query for text from URLs. */
export type IdKind = keyof typeof idPrefixes;

export function isId(kind: IdKind, text: string): boolean {
  return text.startsWith(`${idPrefixes[kind]}_`) && /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/.test(text);
}
