import { newId } from "@receipts/contracts";
import type { PoolClient, Queryable } from "@receipts/database";
import { lockAccount } from "../account-lock/lock-account.ts";
import { apiKeyHash, newApiKey } from "./api-key-format.ts";

/** More are an accident, or a way around the limits of one key. */
export const MAX_ACTIVE_KEYS = 50;

export interface NewKey {
  readonly userId: string;
  readonly name: string;
  readonly expiresInDays?: number | undefined;
}

/** All of a key that its owner can see again: everything but the secret. */
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

/** The keys of one kind: `Draft` has the fields that only this kind takes, `Row` the shown fields. */
export interface KeyTable<Draft, Row extends KeyRow> {
  /**
   * Only here does the whole key exist outside its owner's hands. Returns undefined if the account has the maximum of
   * active keys. Locks the account until the transaction ends: two calls cannot both create the last key, and an
   * erasure does not miss the key.
   */
  create(
    client: PoolClient,
    draft: NewKey & Draft & { readonly prefix: string },
  ): Promise<{ readonly key: string; readonly row: Row } | undefined>;
  insert(
    database: Queryable,
    draft: NewKey & Draft & { readonly id: string; readonly key: string },
  ): Promise<Row>;
  /** Newest first, with ended keys. */
  list(
    database: Queryable,
    userId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<KeyPage<Row>>;
  find(database: Queryable, userId: string, id: string): Promise<Row | undefined>;
  /** Returns undefined if the account has no such key, or it is revoked. */
  revoke(client: PoolClient, userId: string, id: string): Promise<Pick<Row, "id" | "name"> | undefined>;
}

export interface KeyKind<Draft> {
  readonly table: "api_keys" | "checkout_keys";
  readonly idKind: "apiKey" | "checkoutKey";
  /** Select list of the columns that only this kind shows. */
  readonly shown: string;
  /** By column, the values that only this kind stores. */
  readonly stored: (draft: Draft & { readonly key: string }) => Readonly<Record<string, unknown>>;
}

const isActive = "revoked_at is null and (expires_at is null or expires_at > now())";

export function createKeyTable<Draft, Row extends KeyRow>(kind: KeyKind<Draft>): KeyTable<Draft, Row> {
  const { table } = kind;
  const columns = `id, name, ${isActive} as enabled, ${kind.shown}, request_count as "requestCount",
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
    if (row === undefined) throw new Error("the insert returned no row");
    return row;
  };

  return {
    insert,
    create: async (client, draft) => {
      await lockAccount(client, draft.userId);
      const { rows } = await client.query<{ live: number }>(
        `select count(*) as live from ${table} where user_id = $1 and ${isActive}`,
        [draft.userId],
      );
      if ((rows[0]?.live ?? 0) >= MAX_ACTIVE_KEYS) return undefined;
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
