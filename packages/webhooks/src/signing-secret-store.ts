import type { Queryable } from "@receipts/database";
import { memoize } from "@receipts/service-kit";
import type { SecretBox } from "./secret-box.ts";
import { newSigningSecret, type SigningSecrets } from "./signing.ts";

/**
 * Stores signing secrets, encrypted. A secret is shown once, when it is created. Its owner is an account, whose secret
 * also signs for its default endpoint, or another endpoint.
 */
export interface SigningSecretStore {
  /** Decrypts secrets of a row that was read by another statement. */
  readonly unseal: (ownerId: string, sealed: SealedSecrets) => SigningSecrets | undefined;
  /** Decrypts an endpoint's own headers. */
  readonly unsealHeaders: (endpointId: string, sealed: Buffer) => Record<string, string>;
  /** Returns undefined if an account has none: its webhooks have no signature. */
  readonly secretsOf: (ownerId: string) => Promise<SigningSecrets | undefined>;
  /**
   * Creates or replaces the secret and returns it. During the grace period the previous one signs too, but no older
   * one.
   */
  readonly renew: (ownerId: string, options?: RenewOptions) => Promise<RenewedSecret>;
  /** Ends the grace period now. Returns false if there was none. */
  readonly activate: (ownerId: string) => Promise<boolean>;
  /** Returns false if there was none. */
  readonly remove: (ownerId: string) => Promise<boolean>;
}

export interface SealedSecrets {
  /** Null if the owner has none. */
  readonly ciphertext: Buffer | null;
  /** Null outside of a grace period. */
  readonly previous: Buffer | null;
}

export interface RenewOptions {
  /** 0: none. Default: a day. */
  readonly gracePeriodSeconds?: number | undefined;
  /** Chosen by its owner. Default: a new one. */
  readonly secret?: string | undefined;
}

export interface RenewedSecret {
  readonly secret: string;
  /** End of the grace period; null if there is none. */
  readonly rotationEndsAt: Date | null;
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

/** Contexts that bind a ciphertext to its row: it cannot be moved to another account or endpoint. */
export const secretContext = (ownerId: string) =>
  `${ownerId.startsWith("whe_") ? "webhook-endpoint-secret" : "webhook-secret"}:${ownerId}`;
/** The headers are JSON: an object of lower-case names and values. */
export const endpointHeadersContext = (endpointId: string) => `webhook-endpoint-headers:${endpointId}`;

export function createSigningSecretStore(deps: SigningSecretStoreDeps): SigningSecretStore {
  const { database, secretBox } = deps;
  // Hundreds of deliveries of one account have the same ciphertext.
  const openCached = memoize((key: string) => {
    const [context = "", sealed = ""] = key.split(" ");
    return open(secretBox, Buffer.from(sealed, "base64"), context);
  });
  const openIn = (context: string, sealed: Buffer) => openCached(`${context} ${sealed.toString("base64")}`);
  const unseal = (ownerId: string, sealed: SealedSecrets): SigningSecrets | undefined => {
    if (sealed.ciphertext === null) return undefined;
    const context = secretContext(ownerId);
    const secret = openIn(context, sealed.ciphertext);
    if (sealed.previous === null) return { legacy: secret, all: [secret] };
    const previous = openIn(context, sealed.previous);
    return { legacy: previous, all: [secret, previous] };
  };
  return {
    unseal,
    unsealHeaders: (endpointId, sealed) => JSON.parse(openIn(endpointHeadersContext(endpointId), sealed)),
    secretsOf: async (ownerId) => {
      const { rows } = await database.query<SealedSecrets>({
        name: "webhook_secret_of",
        text: `select ciphertext, case when previous_until > now() then previous_ciphertext end as previous
                 from webhook_secrets where owner_id = $1`,
        values: [ownerId],
      });
      const [row] = rows;
      return row === undefined ? undefined : unseal(ownerId, row);
    },
    renew: async (
      ownerId,
      { gracePeriodSeconds = DEFAULT_GRACE_SECONDS, secret = newSigningSecret() } = {},
    ) => {
      const { rows } = await database.query<{ rotationEndsAt: Date | null }>(
        `insert into webhook_secrets as s (user_id, endpoint_id, ciphertext)
         select coalesce(e.user_id, $1), e.id, $2 from (select) one left join webhook_endpoints e on e.id = $1
         on conflict (owner_id) do update
            set ciphertext = excluded.ciphertext, created_at = now(),
                previous_ciphertext = case when $3 > 0 then s.ciphertext end,
                previous_until = case when $3 > 0 then now() + make_interval(secs => $3) end
         returning previous_until as "rotationEndsAt"`,
        [ownerId, secretBox.seal(secret, secretContext(ownerId)), gracePeriodSeconds],
      );
      return { secret, rotationEndsAt: rows[0]?.rotationEndsAt ?? null };
    },
    activate: async (ownerId) => {
      const { rows } = await database.query<{ wasActive: boolean }>(
        `update webhook_secrets s set previous_ciphertext = null, previous_until = null
           from (select owner_id, previous_until from webhook_secrets where owner_id = $1 for update) before
          where s.owner_id = before.owner_id
         returning coalesce(before.previous_until > now(), false) as "wasActive"`,
        [ownerId],
      );
      return rows[0]?.wasActive ?? false;
    },
    remove: async (ownerId) => {
      const { rowCount } = await database.query("delete from webhook_secrets where owner_id = $1", [ownerId]);
      return rowCount === 1;
    },
  };
}

/** A table with sealed columns, and the context of each. */
interface SealedTable {
  readonly name: string;
  readonly key: string;
  readonly contexts: Readonly<Record<string, (key: string) => string>>;
}

const sealedTables: readonly SealedTable[] = [
  {
    name: "webhook_secrets",
    key: "owner_id",
    contexts: { ciphertext: secretContext, previous_ciphertext: secretContext },
  },
  { name: "webhook_endpoints", key: "id", contexts: { headers_ciphertext: endpointHeadersContext } },
];

/**
 * Reseals up to `limit` secrets, and the headers of as many endpoints, with the current key. Returns their number: 0
 * means that the previous keys can be removed. Deletes secrets after their grace period. Safe to run
 * concurrently, also with a rotation.
 */
export async function resealAll(deps: SigningSecretStoreDeps, limit: number): Promise<number> {
  await deps.database.query(
    `update webhook_secrets set previous_ciphertext = null, previous_until = null
      where owner_id in (select owner_id from webhook_secrets where previous_until <= now() limit $1)`,
    [limit],
  );
  let resealed = 0;
  for (const table of sealedTables) resealed += await resealTable(deps, table, limit);
  return resealed;
}

async function resealTable(
  { database, secretBox }: SigningSecretStoreDeps,
  { name, key, contexts }: SealedTable,
  limit: number,
): Promise<number> {
  const columns = Object.keys(contexts);
  const isOld = columns.map((column) => `not starts_with(encode(${column}, 'hex'), $1)`).join(" or ");
  const { rows } = await database.query<Readonly<Record<string, Buffer | null>> & { readonly key: string }>(
    `select ${key} as key, ${columns.join(", ")} from ${name} where ${isOld} order by ${key} limit $2`,
    [secretBox.prefix.toString("hex"), limit],
  );
  const reseal = (sealed: Buffer, context: string) =>
    secretBox.seal(open(secretBox, sealed, context), context);
  let resealed = 0;
  for (const row of rows) {
    const before = columns.map((column) => row[column] ?? null);
    const after = Object.entries(contexts).map(([column, contextOf]) => {
      const sealed = row[column] ?? null;
      return sealed && reseal(sealed, contextOf(row.key));
    });
    const at = (offset: number) => (column: string, index: number) => `${column} = $${offset + index}`;
    // Skips rows that changed meanwhile: they are done, or the next call reseals them.
    const { rowCount } = await database.query(
      `update ${name} set ${columns.map(at(2)).join(", ")}
        where ${key} = $1
          and ${columns
            .map(at(2 + columns.length))
            .join(" and ")
            .replaceAll(" = ", " is not distinct from ")}`,
      [row.key, ...after, ...before],
    );
    resealed += rowCount ?? 0;
  }
  return resealed;
}

function open(secretBox: SecretBox, sealed: Buffer, context: string): string {
  try {
    return secretBox.open(sealed, context);
  } catch (cause) {
    throw new SecretUnreadable({ cause });
  }
}
