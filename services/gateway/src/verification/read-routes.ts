import type { IsLive } from "@receipts/banks";
import { isId, isTerminal, type StatusRecord, verificationRoutes } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Request } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { parseWalk, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { ReadInTurn } from "../http/read-in-turn.ts";
import { callerOf } from "../http/request-context.ts";
import { periodOf } from "../http/requested-period.ts";
import { sendResult } from "../http/send-result.ts";
import { parseQuery } from "../http/validation.ts";
import type { FirstConfirmations } from "./first-confirmation.ts";
import type { HistoryFilter } from "./history-query.ts";
import { pollAfterMs, type Queues } from "./queue-state.ts";
import { noSuchRequest } from "./resolve-request.ts";
import { ageMsOf, historyItem, statusRecord } from "./status-record.ts";
import type { VerificationRepository, VerificationRow } from "./verification-repository.ts";

export interface ReadRouteDeps {
  readonly database: Queryable;
  readonly verifications: Pick<VerificationRepository, "find" | "list">;
  readonly queues: Pick<Queues, "read">;
  readonly statusUrlOf: (verificationId: string) => string;
  readonly isLive: IsLive;
  readonly firstConfirmationsOf: FirstConfirmations;
  readonly readInTurn: ReadInTurn;
}

export function readRoutes(deps: ReadRouteDeps): MountedRoute[] {
  /** Accounts with a search that is in progress or waits for those of others. */
  const searching = new Set<string>();

  async function list(request: Request, filter: HistoryFilter) {
    const { userId } = callerOf(request);
    if (!searchesReceipts(filter)) return await deps.verifications.list(userId, filter);
    if (searching.has(userId)) {
      throw new ApiProblem("rate_limited", {
        message: "A search of the history is still in progress: wait for it, or search a shorter period",
        retryAfterSeconds: 2,
      });
    }
    searching.add(userId);
    try {
      return await deps.readInTurn(request, () => deps.verifications.list(userId, filter));
    } finally {
      searching.delete(userId);
    }
  }

  return [
    {
      contract: verificationRoutes.getVerification,
      handler: async (request, response) => {
        const { debug } = parseQuery(verificationRoutes.getVerification.query, request);
        const row = await requireVerification(deps.verifications, request);
        sendResult(response, "Status", await shownRecord(deps, request, row, { debug: debug === "true" }));
      },
    },
    {
      contract: verificationRoutes.listVerifications,
      handler: async (request, response) => {
        const query = parseWalk(verificationRoutes.listVerifications.query, request);
        const found = await list(request, { ...query, ...periodOf(query) });
        const items = found.rows.map((row) => historyItem(row, deps.isLive));
        sendPage(response, "History", items, { ...query, ...found });
      },
    },
  ];
}

/** A request as this caller sees it. */
export async function shownRecord(
  deps: ReadRouteDeps,
  request: Request,
  row: VerificationRow,
  { debug }: { readonly debug: boolean },
): Promise<StatusRecord> {
  const { userId, member } = callerOf(request);
  // Only people of the account learn where and by whom.
  const forPeople = member === null ? {} : await originOf(deps, userId, row);
  const links = isTerminal(row.processingStatus)
    ? undefined
    : {
        statusUrl: deps.statusUrlOf(row.id),
        pollAfterMs: pollAfterMs(await deps.queues.read(row.bank), ageMsOf(row), row.recheck),
      };
  return statusRecord(row, { isLive: deps.isLive, debug, links, ...forPeople });
}

async function originOf(
  { database, firstConfirmationsOf }: Pick<ReadRouteDeps, "database" | "firstConfirmationsOf">,
  userId: string,
  row: VerificationRow,
) {
  const firsts = await firstConfirmationsOf(database, userId, [row]);
  const depositId = row.source === "checkout" ? await findDepositOf(database, userId, row.id) : undefined;
  return { firstConfirmation: firsts.get(row.id), depositId };
}

async function findDepositOf(database: Queryable, userId: string, id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ depositId: string }>({
    name: "find_deposit_of_request",
    text: `select deposit_id as "depositId" from deposit_submissions where verification_id = $1 and user_id = $2`,
    values: [id, userId],
  });
  return rows[0]?.depositId;
}

function searchesReceipts({ decision, reference, amountMin, amountMax, receiver }: HistoryFilter): boolean {
  return [decision, reference, amountMin, amountMax, receiver].some((given) => given !== undefined);
}

/** 404 with the same body for an unknown id and for another account's. */
export async function requireVerification(
  verifications: Pick<VerificationRepository, "find">,
  request: Request,
): Promise<VerificationRow> {
  const id = request.params["requestId"];
  const row =
    typeof id === "string" && isId("verification", id)
      ? await verifications.find(callerOf(request).userId, id)
      : undefined;
  if (row === undefined) throw noSuchRequest();
  return row;
}
