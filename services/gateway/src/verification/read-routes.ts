import { isId, isTerminal, verificationRoutes } from "@receipts/contracts";
import type { Request } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { periodOf } from "../http/requested-period.ts";
import { parseWith } from "../http/validation.ts";
import { pollAfterMs, type Queues } from "./queue-state.ts";
import { ageMsOf, historyItem, statusRecord } from "./status-record.ts";
import type { VerificationRepository, VerificationRow } from "./verification-repository.ts";

export interface ReadRouteDeps {
  readonly verifications: Pick<VerificationRepository, "find" | "list">;
  readonly queues: Pick<Queues, "read">;
  readonly statusUrlOf: (verificationId: string) => string;
}

export function readRoutes(deps: ReadRouteDeps): MountedRoute[] {
  return [
    {
      contract: verificationRoutes.getVerification,
      handler: async (request, response) => {
        const { debug } = parseWith(verificationRoutes.getVerification.query, request.query);
        const row = await requireVerification(deps.verifications, request);
        const links = isTerminal(row.processingStatus)
          ? undefined
          : {
              statusUrl: deps.statusUrlOf(row.id),
              pollAfterMs: pollAfterMs(await deps.queues.read(row.bank), ageMsOf(row)),
            };
        response.json({
          success: true,
          message: "Status",
          data: statusRecord(row, { debug: debug === "true", links }),
        });
      },
    },
    {
      contract: verificationRoutes.listVerifications,
      handler: async (request, response) => {
        const query = parseWith(verificationRoutes.listVerifications.query, request.query);
        const { limit, offset } = query;
        const { rows, total } = await deps.verifications.list(callerOf(request).userId, {
          ...query,
          ...periodOf(query),
        });
        response.json({
          success: true,
          message: "History",
          data: rows.map(historyItem),
          meta: { total, limit, offset },
        });
      },
    },
  ];
}

/** 404 with one body for an unknown id and for somebody else's. */
export async function requireVerification(
  verifications: Pick<VerificationRepository, "find">,
  request: Request,
): Promise<VerificationRow> {
  const id = request.params["requestId"];
  const row =
    typeof id === "string" && isId("verification", id)
      ? await verifications.find(callerOf(request).userId, id)
      : undefined;
  if (row === undefined)
    throw new ApiProblem("not_found", { message: "There is no such verification request" });
  return row;
}
