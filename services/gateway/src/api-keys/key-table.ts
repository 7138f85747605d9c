import { newId } from "@receipts/contracts";
import type { PoolClient, Queryable } from "@receipts/database";
import { lockAccount } from "../account-lock/lock-account.ts";
import { apiKeyHash, newApiKey } from "./api-key-format.ts";

/** More are an accident, or somebody who counts keys to get around the limits of one. */
export const MAX_LIVE_KEYS = 50;

export interface NewKey {
  readonly userId: string;
  readonly name: string;
  readonly expiresInDays?: number | undefined;
}

/** What its owner may see again of a key of any kind: everything but the secret. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly requestCount: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface KeyPage<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** The keys of one kind: `Draft` is what only they are made of, `Row` what is shown of one. */
export interface KeyTable<Draft, Row extends KeyRow> {
  /**
   * The only moment at which the whole key exists outside its owner's hands. Undefined when the account has as many live
   * keys as it may. The account's row is held until the transaction ends: two calls cannot both take the last place, and
   * an erasure finds the key or is found by it.
   */
  create(
    client: PoolClient,
    draft: NewKey & Draft & { readonly prefix: string },
  ): Promise<{ readonly key: string; readonly row: Row } | undefined>;
  insert(
    database: Queryable,
    draft: NewKey & Draft & { readonly id: string; readonly key: string },
  ): Promise<Row>;
  /** The newest first, ended ones too. */
  list(
    database: Queryable,
    userId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<KeyPage<Row>>;
  find(database: Queryable, userId: string, id: string): Promise<Row | undefined>;
  /** Undefined when the account has no such key, or has it no more. */
  revoke(client: PoolClient, userId: string, id: string): Promise<Pick<Row, "id" | "name"> | undefined>;
}

export interface KeyKind<Draft> {
  readonly table: "api_keys" | "checkout_keys";
  readonly idKind: "apiKey" | "checkoutKey";
  /** Select list of what only this kind shows. */
  readonly shown: string;
  /** By column, what only this kind stores. */
  readonly stored: (draft: Draft & { readonly key: string }) => Readonly<Record<string, unknown>>;
}

const isLive = "revoked_at is null and (expires_at is null or expires_at > now())";

export function createKeyTable<Draft, Row extends KeyRow>(kind: KeyKind<Draft>): KeyTable<Draft, Row> {
  const { table } = kind;
  const columns = `id, name, ${isLive} as enabled, ${kind.shown}, request_count as "requestCount",
    created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", revoked_at as "revokedAt"`;

  const insert: KeyTable<Draft, Row>["insert"] = async (database, draft) => {
    const { id, userId, name, key, expiresInDays = null } = draft;
    const own = kind.stored(draft);
    const names = Object.keys(own);
    const { rows } = await database.query<Row>(
      `insert into ${table} (id, user_id, name, key_hash, expires_at, ${names.join(", ")})
       values ($1, $2, $3, $4, now() + make_interval(days => $5), ${names.map((_, index) => `$${index + 6}`).join(", ")})
       returning ${columns}`,
      [id, userId, name, apiKeyHash(key), expiresInDays, ...Object.values(own)],
    );
    const [row] = rows;
    if (row === undefined) throw new Error("an insert answers with its row");
    return row;
  };

  return {
    insert,
    create: async (client, draft) => {
      await lockAccount(client, draft.userId);
      const { rows } = await client.query<{ live: number }>(
        `select count(*) as live from ${table} where user_id = $1 and ${isLive}`,
        [draft.userId],
      );
      if ((rows[0]?.live ?? 0) >= MAX_LIVE_KEYS) return undefined;
      const key = newApiKey(draft.prefix);
      return { key, row: await insert(client, { ...draft, id: newId(kind.idKind), key }) };
    },
    list: async (database, userId, { limit, offset }) => {
      const { rows } = await database.query<Row>(
        `select ${columns} from ${table} where user_id = $1 order by created_at desc, id desc limit $2 offset $3`,
        [userId, limit, offset],
      );
      const counted = await database.query<{ total: number }>(
        `select count(*) as total from ${table} where user_id = $1`,
        [userId],
      );
      return { rows, total: counted.rows[0]?.total ?? 0 };
    },
    find: async (database, userId, id) => {
      const { rows } = await database.query<Row>(
        `select ${columns} from ${table} where id = $1 and user_id = $2`,
        [id, userId],
      );
      return rows[0];
    },
    revoke: async (client, userId, id) => {
      await lockAccount(client, userId);
      const { rows } = await client.query<Row>(
        `update ${table} set revoked_at = now() where id = $1 and user_id = $2 and revoked_at is null
         returning id, name`,
        [id, userId],
      );
      return rows[0];
    },
  };
}
