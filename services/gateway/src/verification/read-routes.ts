import { type HistoryQuery, isId, verificationRoutes } from "@receipts/contracts";
import type { Request } from "express";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { parseWith } from "../http/validation.ts";
import { historyItem, statusRecord } from "./status-record.ts";
import type { VerificationRepository, VerificationRow } from "./verification-repository.ts";

export interface ReadRouteDeps {
  readonly verifications: Pick<VerificationRepository, "find" | "list">;
}

export function readRoutes(deps: ReadRouteDeps): MountedRoute[] {
  return [
    {
      contract: verificationRoutes.getVerification,
      handler: async (request, response) => {
        const { debug } = parseWith(verificationRoutes.getVerification.query, request.query);
        const row = await requireVerification(deps.verifications, request);
        response.json({
          success: true,
          message: "Status",
          data: statusRecord(row, { debug: debug === "true" }),
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

const DAY_MS = 86_400_000;

/** A date as `endDate` includes that day; times compare as they are. */
function periodOf(query: HistoryQuery): { from: Date | undefined; before: Date | undefined } {
  const from = query.startDate === undefined ? undefined : new Date(query.startDate);
  const before = query.endDate === undefined ? undefined : endOf(query.endDate);
  if (from !== undefined && before !== undefined && from >= before) {
    throw invalidPayload([{ field: "endDate", message: "must not be before startDate" }]);
  }
  return { from, before };
}

function endOf(text: string): Date {
  const moment = new Date(text);
  const isDate = text.length === "2026-01-31".length;
  // The filter is exclusive: a day ends where the next begins, a moment includes its own millisecond.
  return new Date(moment.getTime() + (isDate ? DAY_MS : 1));
}
