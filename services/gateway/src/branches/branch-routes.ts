import { branchRoutes as contracts, MAX_BRANCHES } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { inAccount } from "../account-lock/in-account.ts";
import { repeatable } from "../account-lock/respond-once.ts";
import { recordAct } from "../audit/audit-log.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { ApiProblem } from "../http/api-problem.ts";
import { sendWholeList } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { ownedRow, requireRoom } from "../http/owned-row.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import {
  countOpenBranches,
  findBranch,
  insertBranch,
  listBranches,
  updateBranch,
} from "./branch-repository.ts";

export function branchRoutesOf({ pool }: Pick<GatewayParts, "pool">): MountedRoute[] {
  return [
    {
      contract: contracts.listBranches,
      handler: async (request, response) =>
        sendWholeList(response, "Branches", await listBranches(pool, callerOf(request).userId)),
    },
    {
      contract: contracts.createBranch,
      handler: async (request, response) => {
        const { name } = parseWith(contracts.createBranch.body, request.body);
        const contract = contracts.createBranch;
        await repeatable(pool, request, response, { contract }, async (client, userId) => {
          await requireFewOpen(client, userId);
          const created = await insertBranch(client, userId, name);
          if (created === undefined) throw nameTaken();
          await recordAct(client, request, {
            action: "branch.created",
            subject: created.id,
            after: { name },
          });
          return { message: "Branch created", data: created };
        });
      },
    },
    {
      contract: contracts.changeBranch,
      handler: async (request, response) => {
        // Before the body, so that an unknown id is a 404 with any body.
        await requireBranch(pool, request);
        const change = parseWith(contracts.changeBranch.body, request.body);
        const branch = await inAccount(pool, request, async (client, userId) => {
          const before = await requireBranch(client, request);
          const wasArchived = before.archivedAt !== null;
          const { name = before.name, archived = wasArchived } = change;
          if (wasArchived && !archived) await requireFewOpen(client, userId);
          if (name === before.name && archived === wasArchived) return before;
          const after = await updateBranch(client, userId, { id: before.id, name, archived });
          if (after === undefined) throw nameTaken();
          await recordAct(client, request, {
            action: "branch.updated",
            subject: before.id,
            before: { name: before.name, archived: wasArchived },
            after: { name, archived },
          });
          return after;
        });
        sendResult(response, "Branch", branch);
      },
    },
  ];
}

async function requireFewOpen(client: Queryable, userId: string): Promise<void> {
  const count = await countOpenBranches(client, userId);
  requireRoom(count, MAX_BRANCHES, { what: "open branches", wayOut: "archive" });
}

const requireBranch = ownedRow("branch", "There is no such branch", findBranch);

function nameTaken(): ApiProblem {
  return new ApiProblem("already_exists", {
    message: "An open branch has this name: choose another",
    details: [{ field: "name", message: "is the name of another open branch" }],
  });
}
