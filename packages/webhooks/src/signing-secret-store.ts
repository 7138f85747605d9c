import type { Queryable } from "@receipts/database";
import type { SecretBox } from "./secret-box.ts";
import { newSigningSecret, type SigningSecrets } from "./signing.ts";

/** An account's signing secret: shown once when made, encrypted from then on. */
export interface SigningSecretStore {
  /** Undefined when the account has none: its webhooks carry no signature. */
  readonly secretsOf: (userId: string) => Promise<SigningSecrets | undefined>;
  /** Makes or replaces the secret and answers with it, this once. */
  readonly renew: (userId: string) => Promise<string>;
  /** False when there was none. */
  readonly remove: (userId: string) => Promise<boolean>;
}

/** The stored secret was sealed with another key. Trying again gives the same. */
export class SecretUnreadable extends Error {
  constructor(options: { readonly cause: unknown }) {
    super("the signing secret cannot be opened with this encryption key", options);
    this.name = new.target.name;
  }
}

export function createSigningSecretStore(deps: {
  readonly database: Queryable;
  readonly secretBox: SecretBox;
}): SigningSecretStore {
  const contextOf = (userId: string) => `webhook-secret:${userId}`;
  const open = (ciphertext: Buffer, context: string) => {
    try {
      return deps.secretBox.open(ciphertext, context);
    } catch (cause) {
      throw new SecretUnreadable({ cause });
    }
  };
  return {
    secretsOf: async (userId) => {
      const { rows } = await deps.database.query<{ ciphertext: Buffer }>({
        name: "webhook_secret_of",
        text: "select ciphertext from webhook_secrets where user_id = $1",
        values: [userId],
      });
      const [row] = rows;
      if (row === undefined) return undefined;
      const secret = open(row.ciphertext, contextOf(userId));
      return { legacy: secret, all: [secret] };
    },
    renew: async (userId) => {
      const secret = newSigningSecret();
      await deps.database.query(
        `insert into webhook_secrets (user_id, ciphertext) values ($1, $2)
         on conflict (user_id) do update set ciphertext = excluded.ciphertext, created_at = now()`,
        [userId, deps.secretBox.seal(secret, contextOf(userId))],
      );
      return secret;
    },
    remove: async (userId) => {
      const { rowCount } = await deps.database.query("delete from webhook_secrets where user_id = $1", [
        userId,
      ]);
      return rowCount === 1;
    },
  };
}
