import type { Queryable } from "@receipts/database";
import { remembered } from "./bounded-memory.ts";
import type { SecretBox } from "./secret-box.ts";
import { newSigningSecret, type SigningSecrets } from "./signing.ts";

/** An account's signing secret: shown once when made, encrypted from then on. */
export interface SigningSecretStore {
  /** Of a row that was read with something else. */
  readonly opened: (userId: string, sealed: SealedSecrets) => SigningSecrets | undefined;
  /** Undefined when the account has none: its webhooks carry no signature. */
  readonly secretsOf: (userId: string) => Promise<SigningSecrets | undefined>;
  /**
   * Makes or replaces the secret and answers with it, this once. The one before it signs too during the grace period, and
   * the one before that no longer does.
   */
  readonly renew: (userId: string, options?: RenewOptions) => Promise<string>;
  /** Ends the grace period now; false when there was none. */
  readonly activate: (userId: string) => Promise<boolean>;
  /** When the grace period ends; undefined when there is none. */
  readonly graceEndsAt: (userId: string) => Promise<Date | undefined>;
  /** False when there was none. */
  readonly remove: (userId: string) => Promise<boolean>;
}

export interface SealedSecrets {
  /** Null when the account has none. */
  readonly ciphertext: Buffer | null;
  /** Null unless its grace period lasts. */
  readonly previous: Buffer | null;
}

export interface RenewOptions {
  /** 0 for none; a day unless told. */
  readonly gracePeriodSeconds?: number;
}

/** The stored secret was sealed with another key. Trying again gives the same. */
export class SecretUnreadable extends Error {
  constructor(options: { readonly cause: unknown }) {
    super("the signing secret cannot be opened with this encryption key", options);
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
  // An account's deliveries come by the hundred, all with the same sealed bytes.
  const openKnown = remembered((key: string) => {
    const [userId = "", sealed = ""] = key.split(" ");
    return open(secretBox, Buffer.from(sealed, "base64"), userId);
  });
  const openFor = (userId: string, sealed: Buffer) => openKnown(`${userId} ${sealed.toString("base64")}`);
  const opened = (userId: string, sealed: SealedSecrets): SigningSecrets | undefined => {
    if (sealed.ciphertext === null) return undefined;
    const secret = openFor(userId, sealed.ciphertext);
    if (sealed.previous === null) return { legacy: secret, all: [secret] };
    const previous = openFor(userId, sealed.previous);
    return { legacy: previous, all: [secret, previous] };
  };
  return {
    opened,
    secretsOf: async (userId) => {
      const { rows } = await database.query<SealedSecrets>({
        name: "webhook_secret_of",
        text: `select ciphertext, case when previous_until > now() then previous_ciphertext end as previous
                 from webhook_secrets where user_id = $1`,
        values: [userId],
      });
      const [row] = rows;
      return row === undefined ? undefined : opened(userId, row);
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
      const { rows } = await database.query<{ wasUnderWay: boolean }>(
        `update webhook_secrets s set previous_ciphertext = null, previous_until = null
           from (select user_id, previous_until from webhook_secrets where user_id = $1 for update) before
          where s.user_id = before.user_id
         returning coalesce(before.previous_until > now(), false) as "wasUnderWay"`,
        [userId],
      );
      return rows[0]?.wasUnderWay ?? false;
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
 * Seals up to `limit` accounts' secrets with the present key, and answers how many it did: 0 when all are done and the
 * previous keys can go. Forgets secrets whose grace period is over. Safe in any number of copies, and beside `renew`.
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
  const anew = (sealed: Buffer, userId: string) =>
    secretBox.seal(open(secretBox, sealed, userId), contextOf(userId));
  let resealed = 0;
  for (const { userId, ciphertext, previous } of rows) {
    // Unless it was renewed or activated meanwhile: then there is nothing left to do, or the next call does it.
    const { rowCount } = await database.query(
      `update webhook_secrets set ciphertext = $2, previous_ciphertext = $3
        where user_id = $1 and ciphertext = $4 and previous_ciphertext is not distinct from $5`,
      [userId, anew(ciphertext, userId), previous && anew(previous, userId), ciphertext, previous],
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
