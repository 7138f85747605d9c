import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

export interface LinkToken {
  readonly token: string;
  readonly hash: Buffer;
}

/**
 * Derives the token from the mail's id: a mail that is sent twice has the same link, and the queue contains no token.
 * Only the hash is stored, so links stay valid after a key change.
 */
export function createLinkTokens(encryptionKey: string): (mailId: string) => LinkToken {
  const material = Buffer.from(encryptionKey, "base64");
  const key = new Uint8Array(hkdfSync("sha256", material, "", "mail-links:1", 32));
  return (mailId) => {
    const token = createHmac("sha256", key).update(mailId).digest("base64url");
    return { token, hash: hashOfToken(token) };
  };
}

/** For a link that no mail brings. */
export function newLinkToken(): LinkToken {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOfToken(token) };
}

/** Behind the #: no server, log or referrer sees the token, and fetching the link does not use it up. */
export const linkWithToken = (page: string, token: string) => `${page}#token=${token}`;

export function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
