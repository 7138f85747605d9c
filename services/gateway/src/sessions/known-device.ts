import { randomBytes } from "node:crypto";
import type { Request, Response } from "express";
import { emailKey } from "../accounts/attempt-limits.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { SessionTokens } from "./session-token.ts";

/** A browser in which the owner of an email has signed in. It opens nothing; it only has attempts of its own. */
export interface KnownDevice {
  readonly id: string;
  readonly isOf: (email: string) => boolean;
}

export interface KnownDevices {
  read(request: Request): Promise<KnownDevice | undefined>;
  /** After a proof of who it is: a right password, or a mailed link. */
  remember(request: Request, response: Response, email: string): Promise<void>;
}

const KNOWN_DAYS = 90;

export function createKnownDevices(deps: {
  readonly cookie: Pick<SessionCookie, "read" | "write">;
  readonly tokens: SessionTokens;
}): KnownDevices {
  const read = async (request: Request): Promise<KnownDevice | undefined> => {
    const token = deps.cookie.read(request);
    const subject = token === undefined ? undefined : await deps.tokens.verify(token);
    const [id, key] = subject?.split(".") ?? [];
    return id === undefined || key === undefined
      ? undefined
      : { id, isOf: (email) => key === emailKey(email) };
  };
  return {
    read,
    remember: async (request, response, email) => {
      const known = await read(request);
      // The same id as long as it is the same person: signing in again buys no attempts.
      const id = known?.isOf(email) === true ? known.id : randomBytes(16).toString("base64url");
      const expiresAt = new Date(Date.now() + KNOWN_DAYS * 86_400_000);
      const token = await deps.tokens.sign(`${id}.${emailKey(email)}`, expiresAt);
      deps.cookie.write(response, token, expiresAt);
    },
  };
}
