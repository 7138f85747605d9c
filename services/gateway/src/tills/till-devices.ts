import { randomBytes } from "node:crypto";
import type { Queryable } from "@receipts/database";
import type { Request, Response } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { hashOfToken } from "../mail/link-token.ts";
import type { SessionCookie } from "../sessions/session-cookie.ts";
import { type EnrolledTill, findEnrolledTill } from "./till-repository.ts";

/** Browsers keep no cookie for longer. It is written again at each opening of the page. */
const COOKIE_DAYS = 400;
const DAY_MS = 86_400_000;
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** The enrolled devices, by the token in their cookie. */
export interface TillDevices {
  newToken(): { readonly token: string; readonly hash: Buffer };
  write(response: Response, token: string): void;
  /** Throws 401 for a device that was not enrolled, or is revoked. */
  require(request: Request): Promise<EnrolledTill & { readonly token: string }>;
}

export function createTillDevices(
  database: Queryable,
  cookie: Pick<SessionCookie, "read" | "write">,
): TillDevices {
  return {
    newToken: () => {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      return { token, hash: hashOfToken(token) };
    },
    write: (response, token) => cookie.write(response, token, new Date(Date.now() + COOKIE_DAYS * DAY_MS)),
    require: async (request) => {
      const token = cookie.read(request);
      const till =
        token !== undefined && TOKEN.test(token)
          ? await findEnrolledTill(database, hashOfToken(token))
          : undefined;
      if (token === undefined || till === undefined)
        throw new ApiProblem("unauthenticated", {
          message: "This device is not enrolled, or was revoked: ask a manager for a new code",
        });
      return { ...till, token };
    },
  };
}
