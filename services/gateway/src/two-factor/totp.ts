import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { hashOfToken } from "../mail/link-token.ts";

const PERIOD_SECONDS = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** The context of a sealed secret: a ciphertext copied to another person is useless. */
export const secretContext = (personId: string) => `two-factor:${personId}`;

export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32;

function totpOf(secret: string, names: { readonly issuer?: string; readonly label?: string } = {}): TOTP {
  const parameters = { algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS } as const;
  return new TOTP({ ...parameters, ...names, secret: Secret.fromBase32(secret) });
}

export function otpauthUrl(
  secret: string,
  names: { readonly issuer: string; readonly label: string },
): string {
  return totpOf(secret, names).toString();
}

/** Returns the time step of the code; undefined unless it is of this step or a neighbour. */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const delta = totpOf(secret).validate({ token: code, window: 1, timestamp: now });
  return delta === null ? undefined : Math.floor(now / 1_000 / PERIOD_SECONDS) + delta;
}

const RECOVERY_CODES = 10;
const base32 = "abcdefghijklmnopqrstuvwxyz234567";

/** 80 random bits each cannot be guessed, so they need no lock, and a fast hash suffices. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(16)].map((byte) => base32[byte % 32]).join("");
    return letters.replaceAll(/(.{4})(?!$)/g, "$1-");
  });
}

export const hashOfRecoveryCode = (code: string) => hashOfToken(code.replaceAll("-", ""));
