import { newId, type Role } from "@receipts/contracts";
import {
  type AskedWalk,
  type ListPage,
  type PoolClient,
  type Queryable,
  readNewestFirst,
} from "@receipts/database";
import { lockAccount } from "../account-lock/lock-account.ts";
import type { ActiveCredential } from "../http/caller.ts";
import { apiKeyHash, newApiKey } from "./api-key-format.ts";

/** More are an accident, or a way around the limits of one key. */
export const MAX_ACTIVE_KEYS = 50;

export interface NewKey {
  readonly userId: string;
  readonly name: string;
  readonly expiresInDays?: number | undefined;
  /** Membership of the person whose rights bound the key's. Absent for the operator: the holder's rights. */
  readonly madeBy?: string;
}

export interface KeyMaker {
  readonly memberId: string;
  readonly name: string;
  readonly role: Role;
  readonly hasLeft: boolean;
}

/** An active key as the guard finds it. */
export interface FoundKey {
  readonly id: string;
  readonly userId: string;
  /** The role that the maker has now. */
  readonly makerRole: Role;
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
  readonly madeBy: KeyMaker | null;
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
  /** Whether the account may have another active key. The caller has locked the account. */
  hasRoom(client: PoolClient, userId: string): Promise<boolean>;
  insert(
    database: Queryable,
    draft: NewKey & Draft & { readonly id: string; readonly key: string },
  ): Promise<Row>;
  /** Newest first, with ended keys. */
  list(
    database: Queryable,
    userId: string,
    page: AskedWalk,
  ): Promise<ListPage<Row> & { readonly total: number }>;
  find(database: Queryable, userId: string, id: string): Promise<Row | undefined>;
  /** The active key with this hash, with the columns that its calls need. */
  findActive<Found>(database: Queryable, hash: Buffer): Promise<(Found & FoundKey) | undefined>;
  /** Those that `findActive` would still find. */
  findActiveByIds(database: Queryable, ids: readonly string[]): Promise<ActiveCredential[]>;
  /** The person becomes the maker. Returns undefined if the account has no such key, or it is revoked. */
  takeOver(client: PoolClient, userId: string, id: string, memberId: string): Promise<Row | undefined>;
  /** Returns undefined if the account has no such key, or it is revoked. */
  revoke(client: PoolClient, userId: string, id: string): Promise<Pick<Row, "id" | "name"> | undefined>;
}

export interface KeyKind<Draft> {
  readonly table: "api_keys" | "checkout_keys";
  readonly idKind: "apiKey" | "checkoutKey";
  /** Select list of the columns that only this kind shows. */
  readonly shown: string;
  /** Select list of the columns of a key `k` that its calls need. */
  readonly used: string;
  /** By column, the values that only this kind stores. */
  readonly stored: (draft: Draft & { readonly key: string }) => Readonly<Record<string, unknown>>;
}

/** For a key `k`, its maker `m` and the maker's sign-in `p`. */
const isActive = `k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
              and m.removed_at is null and p.disabled_at is null and p.erased_at is null`;
const makerRole = "coalesce(m.role, 'owner')";
const makers = "left join members m on m.id = k.made_by left join users p on p.id = m.person_id";

export function createKeyTable<Draft, Row extends KeyRow>(kind: KeyKind<Draft>): KeyTable<Draft, Row> {
  const { table } = kind;
  const columns = `k.id, k.name, ${isActive} as enabled, ${kind.shown}, k.request_count as "requestCount",
    k.created_at as "createdAt", k.last_used_at as "lastUsedAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
    case when m.id is not null then json_build_object('memberId', m.id, 'name', coalesce(m.name, p.name), 'role', m.role,
                                                      'hasLeft', m.removed_at is not null) end as "madeBy"`;
  const activeKeys = `${table} k join users u on u.id = k.user_id ${makers}
            where ${isActive} and u.disabled_at is null and u.erased_at is null`;

  const insert: KeyTable<Draft, Row>["insert"] = async (database, draft) => {
    const { id, userId, name, key, expiresInDays = null, madeBy = null } = draft;
    const own = kind.stored(draft);
    const names = Object.keys(own);
    const { rows } = await database.query<Row>(
      `with k as (
         insert into ${table} (id, user_id, name, key_hash, expires_at, made_by, ${names.join(", ")})
         values ($1, $2, $3, $4, now() + make_interval(days => $5), $6, ${names.map((_, index) => `$${index + 7}`).join(", ")})
         returning *)
       select ${columns} from k ${makers}`,
      [id, userId, name, apiKeyHash(key), expiresInDays, madeBy, ...Object.values(own)],
    );
    const [row] = rows;
    if (row === undefined) throw new Error("the insert returned no row");
    return row;
  };

  const hasRoom: KeyTable<Draft, Row>["hasRoom"] = async (client, userId) => {
    const { rows } = await client.query<{ live: number }>(
      `select count(*) as live from ${table} k ${makers} where k.user_id = $1 and ${isActive}`,
      [userId],
    );
    return (rows[0]?.live ?? 0) < MAX_ACTIVE_KEYS;
  };

  return {
    insert,
    hasRoom,
    create: async (client, draft) => {
      await lockAccount(client, draft.userId);
      if (!(await hasRoom(client, draft.userId))) return undefined;
      const key = newApiKey(draft.prefix);
      return { key, row: await insert(client, { ...draft, id: newId(kind.idKind), key }) };
    },
    list: (database, userId, page) =>
      readNewestFirst<Row>(
        database,
        {
          columns,
          from: `${table} k ${makers}`,
          where: "k.user_id = $1",
          values: [userId],
          time: "k.created_at",
          id: "k.id",
        },
        page,
      ),
    find: async (database, userId, id) => {
      const { rows } = await database.query<Row>(
        `select ${columns} from ${table} k ${makers} where k.id = $1 and k.user_id = $2`,
        [id, userId],
      );
      return rows[0];
    },
    findActive: async <Found>(database: Queryable, hash: Buffer) => {
      const { rows } = await database.query<Found & FoundKey>({
        name: `find_active_${table}`,
        text: `select k.id, k.user_id as "userId", ${makerRole} as "makerRole", ${kind.used}
                 from ${activeKeys} and k.key_hash = $1`,
        values: [hash],
      });
      return rows[0];
    },
    findActiveByIds: async (database, ids) => {
      const { rows } = await database.query<ActiveCredential>({
        name: `find_active_${table}_by_ids`,
        text: `select k.id, ${makerRole} as role from ${activeKeys} and k.id = any($1)`,
        values: [ids],
      });
      return rows;
    },
    takeOver: async (client, userId, id, memberId) => {
      await lockAccount(client, userId);
      const { rows } = await client.query<Row>(
        `with k as (update ${table} set made_by = $3 where id = $1 and user_id = $2 and revoked_at is null returning *)
         select ${columns} from k ${makers}`,
        [id, userId, memberId],
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
