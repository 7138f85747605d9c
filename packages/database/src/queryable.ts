import type pg from "pg";

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;
/** The pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, "query">;
