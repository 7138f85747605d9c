import {
  type CheckoutScope,
  isId,
  type Permission,
  type pageQuery,
  type RouteContract,
  rolesThatGive,
} from "@receipts/contracts";
import type { Pool, PoolClient } from "@receipts/database";
import { pause } from "@receipts/service-kit";
import type { Request } from "express";
import type { z } from "zod";
import { inAccount } from "../account-lock/in-account.ts";
import { repeatable } from "../account-lock/respond-once.ts";
import { recordAct } from "../audit/audit-log.ts";
import { ApiProblem } from "../http/api-problem.ts";
import { KEY_CACHE_MS } from "../http/caller.ts";
import { parseWalk, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import { type KeyRow, type KeyTable, MAX_ACTIVE_KEYS, type NewKey } from "./key-table.ts";

export interface KeyRouteDeps {
  readonly pool: Pool;
  readonly keyPrefix: string;
}

/** Routes to create, list and revoke keys of one kind. */
export interface KeyRoutesOf<Draft, Row extends KeyRow> {
  readonly table: KeyTable<Draft, Row>;
  readonly idKind: "apiKey" | "checkoutKey";
  readonly contracts: {
    readonly create: RouteContract & { readonly body: z.ZodType<Omit<NewKey, "userId"> & Draft> };
    readonly list: RouteContract & { readonly query: z.ZodObject<typeof pageQuery> };
    readonly revoke: RouteContract;
    readonly takeOver: RouteContract;
  };
  readonly grantsOf: (draft: Draft) => readonly (Permission | CheckoutScope)[];
  /** Throws if a field of the draft is not valid in this account. */
  readonly requireValid?: (client: PoolClient, userId: string, draft: Draft) => Promise<void>;
  /** At the start of a sentence, and within one. */
  readonly noun: readonly [start: string, within: string];
  /** Prefix of the audit actions. */
  readonly audited: "api_key" | "checkout_key";
  /** The audited fields of a new key. */
  readonly auditedFields: (row: Row) => object;
}

export function keyRoutes<Draft, Row extends KeyRow>(
  kind: KeyRoutesOf<Draft, Row>,
  deps: KeyRouteDeps,
): MountedRoute[] {
  return [create(kind, deps), list(kind, deps), takeOver(kind, deps), revoke(kind, deps)];
}

function create<Draft, Row extends KeyRow>(
  { table, idKind, contracts, requireValid, grantsOf, noun, audited, auditedFields }: KeyRoutesOf<Draft, Row>,
  { pool, keyPrefix }: KeyRouteDeps,
): MountedRoute {
  return {
    contract: contracts.create,
    handler: async (request, response) => {
      const body = parseWith(contracts.create.body, request.body);
      const madeBy = makerOf(request, grantsOf(body));
      const contract = contracts.create;
      await repeatable(pool, request, response, { contract }, async (client, userId) => {
        await requireValid?.(client, userId, body);
        const made = await table.create(client, { ...body, userId, madeBy, prefix: keyPrefix });
        if (made === undefined) throw tooManyKeys("invalid_payload", noun[1]);
        const after = auditedFields(made.row);
        await recordAct(client, request, { action: `${audited}.created`, subject: made.row.id, after });
        return {
          message: `${noun[0]} created. Copy it now: it is shown this once`,
          data: { key: made.key, [idKind]: { ...made.row, prefix: keyPrefix } },
        };
      });
    },
  };
}

function list<Draft, Row extends KeyRow>(
  { table, contracts, noun }: KeyRoutesOf<Draft, Row>,
  { pool, keyPrefix }: KeyRouteDeps,
): MountedRoute {
  return {
    contract: contracts.list,
    handler: async (request, response) => {
      const page = parseWalk(contracts.list.query, request);
      const found = await table.list(pool, callerOf(request).userId, page);
      const keys = found.rows.map((row) => ({ ...row, prefix: keyPrefix }));
      sendPage(response, `${noun[0]}s`, keys, { ...page, ...found });
    },
  };
}

/** Returns the membership of the caller. Throws if the role cannot give all of these. */
function makerOf(request: Request, grants: readonly (Permission | CheckoutScope)[]): string {
  const { member } = callerOf(request);
  if (member === null) throw new ApiProblem("unauthenticated");
  const withheld = grants.find((grant) => !rolesThatGive[grant].includes(member.role));
  if (withheld === undefined) return member.id;
  throw new ApiProblem("permission_denied", {
    message: `Your role (${member.role}) cannot give ${withheld}: ask an owner or a manager of the account`,
  });
}

function takeOver<Draft, Row extends KeyRow>(
  { table, idKind, contracts, noun, audited }: KeyRoutesOf<Draft, Row>,
  { pool, keyPrefix }: KeyRouteDeps,
): MountedRoute {
  return {
    contract: contracts.takeOver,
    handler: async (request, response) => {
      const id = String(request.params["id"]);
      const madeBy = makerOf(request, []);
      const { userId } = callerOf(request);
      const row = await inAccount(pool, request, async (client) => {
        const before = isId(idKind, id) ? await table.find(client, userId, id) : undefined;
        // One of a person who has left does not work, and is not counted.
        if (before?.enabled === false && !(await table.hasRoom(client, userId)))
          throw tooManyKeys("invalid_state", noun[1]);
        const taken = before && (await table.takeOver(client, userId, id, madeBy));
        if (taken === undefined)
          throw new ApiProblem("not_found", { message: `There is no such ${noun[1]} that is not revoked` });
        await recordAct(client, request, {
          action: `${audited}.taken_over`,
          subject: id,
          before: { madeBy: before?.madeBy?.memberId ?? null },
          after: { madeBy },
        });
        return taken;
      });
      // Until then a process that has just refused the key refuses it again.
      await pause(KEY_CACHE_MS);
      sendResult(response, `${noun[0]} taken over`, { ...row, prefix: keyPrefix });
    },
  };
}

function revoke<Draft, Row extends KeyRow>(
  { table, idKind, contracts, noun, audited }: KeyRoutesOf<Draft, Row>,
  { pool }: KeyRouteDeps,
): MountedRoute {
  const revokeAudited = (request: Request, id: string) =>
    inAccount(pool, request, async (client) => {
      const { userId } = callerOf(request);
      const revoked = await table.revoke(client, userId, id);
      if (revoked === undefined) return false;
      const before = { name: revoked.name };
      await recordAct(client, request, { action: `${audited}.revoked`, subject: id, before });
      return true;
    });
  return {
    contract: contracts.revoke,
    handler: async (request, response) => {
      const id = String(request.params["id"]);
      if (!isId(idKind, id) || !(await revokeAudited(request, id))) {
        throw new ApiProblem("not_found", { message: `There is no such active ${noun[1]}` });
      }
      // Until then a process that has just checked the key may accept it; after the response, none does.
      await pause(KEY_CACHE_MS);
      response.status(204).end();
    },
  };
}

function tooManyKeys(code: "invalid_payload" | "invalid_state", noun: string): ApiProblem {
  return new ApiProblem(code, {
    message: `An account may have ${MAX_ACTIVE_KEYS} active ${noun}s: revoke one first`,
  });
}
