import { hkdfSync } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";

/** Identifies a session or a browser, and proves only that we signed it. The row decides whether a session is open. */
export interface SessionTokens {
  sign(subject: string, expiresAt: Date): Promise<string>;
  /** Returns the signed subject; undefined for a token that is forged, of another kind, or expired. */
  verify(token: string): Promise<string | undefined>;
}

const ALGORITHM = "HS256";
const ISSUER = "receipt-verification";
/** A session token has a few hundred characters. */
const MAX_TOKEN = 2_000;

/**
 * The signing key is derived from the installation's encryption key, so there is no further secret. Tokens of a
 * previous key are valid until they expire: a new key ends no session.
 */
export function createSessionTokens(
  encryptionKey: string,
  previousKeys: readonly string[] = [],
  audience: "session" | "device" = "session",
): SessionTokens {
  const key = signingKey(encryptionKey);
  const keys = [key, ...previousKeys.map(signingKey)];
  return {
    sign: (sessionId, expiresAt) =>
      new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setSubject(sessionId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key),
    verify: async (token) => {
      if (token.length > MAX_TOKEN) return undefined;
      for (const candidate of keys) {
        const subject = await subjectOf(token, candidate, audience);
        if (subject !== undefined) return subject;
      }
      return undefined;
    },
  };
}

function signingKey(encryptionKey: string): Uint8Array {
  const material = Buffer.from(encryptionKey, "base64");
  return new Uint8Array(hkdfSync("sha256", material, "", "session-tokens:1", 32));
}

async function subjectOf(token: string, key: Uint8Array, audience: string): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience,
      requiredClaims: ["sub", "exp"],
    });
    return payload.sub;
  } catch {
    return undefined;
  }
}
