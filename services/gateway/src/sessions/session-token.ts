import { hkdfSync } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";

/** Names a session or a browser; proves only that we made it. Whether a session is still open is the row's to say. */
export interface SessionTokens {
  sign(subject: string, expiresAt: Date): Promise<string>;
  /** What was signed; undefined for a token that is forged, of another kind, or past its time. */
  verify(token: string): Promise<string | undefined>;
}

const ALGORITHM = "HS256";
const ISSUER = "receipt-verification";
/** A session token is a few hundred characters long. */
const MAX_TOKEN = 2_000;

/**
 * The signing key is derived from the installation's encryption key: one secret fewer to keep. What a previous key has
 * signed is honoured until it ends: a new key signs nobody out.
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
