import type { Request, Response } from "express";

export const SESSION_COOKIE = "svc_session";
const DEVICE_COOKIE = "svc_device";

export interface SessionCookie {
  read(request: Request): string | undefined;
  write(response: Response, token: string, expiresAt: Date): void;
  clear(response: Response): void;
}

/** Scripts cannot read it, forms of other sites cannot send it, and in production it is sent over HTTPS only. */
export function createSessionCookie({ secure }: { readonly secure: boolean }): SessionCookie {
  return createCookie(SESSION_COOKIE, { secure, path: "/" });
}

/** Marks a browser that has signed in before. */
export function createDeviceCookie({ secure }: { readonly secure: boolean }): SessionCookie {
  return createCookie(DEVICE_COOKIE, { secure, path: "/api/auth" });
}

/** The token of an enrolled till. Only the counter's own page sends it. */
export function createTillCookie({ secure }: { readonly secure: boolean }): SessionCookie {
  return createCookie("svc_till", { secure, path: "/api/till", sameSite: "strict" });
}

/** The bank that a payer has chosen, for the next payment page in this browser. */
export function createPayerBankCookie({ secure }: { readonly secure: boolean }): SessionCookie {
  return createCookie("checkout_bank", { secure, path: "/checkout" });
}

function createCookie(
  name: string,
  options: { readonly secure: boolean; readonly path: string; readonly sameSite?: "strict" },
): SessionCookie {
  const attributes = { httpOnly: true, sameSite: "lax", ...options } as const;
  return {
    read: (request) => readCookie(name, request.headers.cookie),
    write: (response, token, expiresAt) => {
      response.cookie(name, token, { ...attributes, expires: expiresAt });
    },
    clear: (response) => {
      response.clearCookie(name, attributes);
    },
  };
}

/** Two cookies of this name mean that one was planted: then neither counts. */
function readCookie(name: string, header: string | undefined): string | undefined {
  const values = (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
