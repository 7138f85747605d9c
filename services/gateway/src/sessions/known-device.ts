import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Request, Response } from "express";
import type { SessionCookie } from "./session-cookie.ts";
import { createSessionTokens } from "./session-token.ts";

/** A browser in which the owner of an email has signed in. It grants no access, only its own limit of attempts. */
export interface KnownDevice {
  readonly id: string;
  readonly isOf: (email: string) => boolean;
}

export interface KnownDevices {
  read(request: Request): Promise<KnownDevice | undefined>;
  /** Call it after a proof of identity: a correct password, or a mailed link. */
  remember(request: Request, response: Response, email: string): Promise<void>;
}

const KNOWN_DAYS = 90;

/** The cookie outlasts a sign-out, so it must not reveal its owner: it holds the email as a keyed hash. */
export function createKnownDevices(
  cookie: Pick<SessionCookie, "read" | "write">,
  encryptionKeys: readonly [string, readonly string[]],
): KnownDevices {
  const tokens = createSessionTokens(...encryptionKeys, "device");
  const keyed = encryptionKeys.flat().map(createKeyedHash);
  const read = async (request: Request): Promise<KnownDevice | undefined> => {
    const token = cookie.read(request);
    const subject = token === undefined ? undefined : await tokens.verify(token);
    const [id, hash] = subject?.split(".") ?? [];
    if (id === undefined || hash === undefined) return undefined;
    return { id, isOf: (email) => keyed.some((hashOf) => hashOf(id, email) === hash) };
  };
  return {
    read,
    remember: async (request, response, email) => {
      const known = await read(request);
      // The same id for the same person: signing in again gives no new attempts.
      const id = known?.isOf(email) === true ? known.id : randomBytes(16).toString("base64url");
      const expiresAt = new Date(Date.now() + KNOWN_DAYS * 86_400_000);
      const token = await tokens.sign(`${id}.${keyed[0]?.(id, email)}`, expiresAt);
      cookie.write(response, token, expiresAt);
    },
  };
}

function createKeyedHash(encryptionKey: string): (id: string, email: string) => string {
  const material = Buffer.from(encryptionKey, "base64");
  const key = new Uint8Array(hkdfSync("sha256", material, "", "known-devices:1", 32));
  return (id, email) => createHmac("sha256", key).update(`${id}:${email}`).digest("base64url");
}
