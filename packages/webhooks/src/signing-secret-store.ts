import type { Queryable } from "@receipts/database";
import { memoize } from "./memoize.ts";
import type { SecretBox } from "./secret-box.ts";
import { newSigningSecret, type SigningSecrets } from "./signing.ts";

/** Stores each account's signing secret, encrypted. The secret is shown once, when it is created. */
export interface SigningSecretStore {
  /** Decrypts secrets of a row that was read by another statement. */
  readonly unseal: (userId: string, sealed: SealedSecrets) => SigningSecrets | undefined;
  /** Returns undefined if the account has none: its webhooks have no signature. */
  readonly secretsOf: (userId: string) => Promise<SigningSecrets | undefined>;
  /**
   * Creates or replaces the secret and returns it. During the grace period the previous one signs too, but no older
   * one.
   */
  readonly renew: (userId: string, options?: RenewOptions) => Promise<string>;
  /** Ends the grace period now. Returns false if there was none. */
  readonly activate: (userId: string) => Promise<boolean>;
  /** Returns the end of the grace period; undefined if there is none. */
  readonly graceEndsAt: (userId: string) => Promise<Date | undefined>;
  /** Returns false if there was none. */
  readonly remove: (userId: string) => Promise<boolean>;
}

export interface SealedSecrets {
  /** Null if the account has none. */
  readonly ciphertext: Buffer | null;
  /** Null outside of a grace period. */
  readonly previous: Buffer | null;
}

export interface RenewOptions {
  /** 0: none. Default: a day. */
  readonly gracePeriodSeconds?: number;
}

/** The stored secret was sealed with another key. Retrying does not help. */
export class SecretUnreadable extends Error {
  constructor(options: { readonly cause: unknown }) {
    super("the signing secret cannot be decrypted with this encryption key", options);
    this.name = new.target.name;
  }
}

export interface SigningSecretStoreDeps {
  readonly database: Queryable;
  readonly secretBox: SecretBox;
}

const DEFAULT_GRACE_SECONDS = 86_400;

const contextOf = (userId: string) => `webhook-secret:${userId}`;

export function createSigningSecretStore(deps: SigningSecretStoreDeps): SigningSecretStore {
  const { database, secretBox } = deps;
  // Hundreds of deliveries of one account have the same ciphertext.
  const openCached = memoize((key: string) => {
    const [userId = "", sealed = ""] = key.split(" ");
    return open(secretBox, Buffer.from(sealed, "base64"), userId);
  });
  const openFor = (userId: string, sealed: Buffer) => openCached(`${userId} ${sealed.toString("base64")}`);
  const unseal = (userId: string, sealed: SealedSecrets): SigningSecrets | undefined => {
    if (sealed.ciphertext === null) return undefined;
    const secret = openFor(userId, sealed.ciphertext);
    if (sealed.previous === null) return { legacy: secret, all: [secret] };
    const previous = openFor(userId, sealed.previous);
    return { legacy: previous, all: [secret, previous] };
  };
  return {
    unseal,
    secretsOf: async (userId) => {
      const { rows } = await database.query<SealedSecrets>({
        name: "webhook_secret_of",
        text: `select ciphertext, case when previous_until > now() then previous_ciphertext end as previous
                 from webhook_secrets where user_id = $1`,
        values: [userId],
      });
      const [row] = rows;
      return row === undefined ? undefined : unseal(userId, row);
    },
    renew: async (userId, { gracePeriodSeconds = DEFAULT_GRACE_SECONDS } = {}) => {
      const secret = newSigningSecret();
      await database.query(
        `insert into webhook_secrets as s (user_id, ciphertext) values ($1, $2)
         on conflict (user_id) do update
            set ciphertext = excluded.ciphertext, created_at = now(),
                previous_ciphertext = case when $3 > 0 then s.ciphertext end,
                previous_until = case when $3 > 0 then now() + make_interval(secs => $3) end`,
        [userId, secretBox.seal(secret, contextOf(userId)), gracePeriodSeconds],
      );
      return secret;
    },
    activate: async (userId) => {
      const { rows } = await database.query<{ wasActive: boolean }>(
        `update webhook_secrets s set previous_ciphertext = null, previous_until = null
           from (select user_id, previous_until from webhook_secrets where user_id = $1 for update) before
          where s.user_id = before.user_id
         returning coalesce(before.previous_until > now(), false) as "wasActive"`,
        [userId],
      );
      return rows[0]?.wasActive ?? false;
    },
    graceEndsAt: async (userId) => {
      const { rows } = await database.query<{ until: Date }>(
        "select previous_until as until from webhook_secrets where user_id = $1 and previous_until > now()",
        [userId],
      );
      return rows[0]?.until;
    },
    remove: async (userId) => {
      const { rowCount } = await database.query("delete from webhook_secrets where user_id = $1", [userId]);
      return rowCount === 1;
    },
  };
}

/**
 * Reseals up to `limit` accounts' secrets with the current key. Returns their number: 0 means that the previous keys
 * can be removed. Deletes secrets after their grace period. Safe to run concurrently, also with `renew`.
 */
export async function resealAll(deps: SigningSecretStoreDeps, limit: number): Promise<number> {
  const { database, secretBox } = deps;
  await database.query(
    `update webhook_secrets set previous_ciphertext = null, previous_until = null
      where user_id in (select user_id from webhook_secrets where previous_until <= now() limit $1)`,
    [limit],
  );
  const { rows } = await database.query<{ userId: string; ciphertext: Buffer; previous: Buffer | null }>(
    `select user_id as "userId", ciphertext, previous_ciphertext as previous from webhook_secrets
      where not starts_with(encode(ciphertext, 'hex'), $1)
         or not starts_with(encode(previous_ciphertext, 'hex'), $1)
      order by user_id limit $2`,
    [secretBox.prefix.toString("hex"), limit],
  );
  const reseal = (sealed: Buffer, userId: string) =>
    secretBox.seal(open(secretBox, sealed, userId), contextOf(userId));
  let resealed = 0;
  for (const { userId, ciphertext, previous } of rows) {
    // Skips secrets that were renewed or activated meanwhile: they are done, or the next call reseals them.
    const { rowCount } = await database.query(
      `update webhook_secrets set ciphertext = $2, previous_ciphertext = $3
        where user_id = $1 and ciphertext = $4 and previous_ciphertext is not distinct from $5`,
      [userId, reseal(ciphertext, userId), previous && reseal(previous, userId), ciphertext, previous],
    );
    resealed += rowCount ?? 0;
  }
  return resealed;
}

function open(secretBox: SecretBox, sealed: Buffer, userId: string): string {
  try {
    return secretBox.open(sealed, contextOf(userId));
  } catch (cause) {
    throw new SecretUnreadable({ cause });
  }
}
