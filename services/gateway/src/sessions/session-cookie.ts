import type { Request, Response } from "express";

export const SESSION_COOKIE = "svc_session";

export interface SessionCookie {
  read(request: Request): string | undefined;
  write(response: Response, token: string, expiresAt: Date): void;
  clear(response: Response): void;
}

/** Scripts cannot read it, other sites' forms cannot send it, and in production it never travels in the clear. */
export function createSessionCookie(options: { readonly secure: boolean }): SessionCookie {
  const attributes = { httpOnly: true, sameSite: "lax", secure: options.secure, path: "/" } as const;
  return {
    read: (request) => readCookie(request.headers.cookie),
    write: (response, token, expiresAt) => {
      response.cookie(SESSION_COOKIE, token, { ...attributes, expires: expiresAt });
    },
    clear: (response) => {
      response.clearCookie(SESSION_COOKIE, attributes);
    },
  };
}

/** Two cookies of the name are an attempt to plant one: then neither counts. */
function readCookie(header: string | undefined): string | undefined {
  const values = (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 && pair.slice(0, at).trim() === SESSION_COOKIE ? [pair.slice(at + 1).trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
