import { verificationRoutes } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { LiveStatusChannel } from "@receipts/verdicts";
import { actorOf } from "../audit/audit-log.ts";
import { ApiProblem } from "../http/api-problem.ts";
import { asCaller } from "../http/as-caller.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import { type ReadRouteDeps, requireVerification, shownRecord } from "./read-routes.ts";
import { resolveRequest } from "./resolve-request.ts";

export interface ResolveRouteDeps extends ReadRouteDeps {
  readonly pool: Pool;
  readonly liveStatus: Pick<LiveStatusChannel, "announce">;
}

export function resolveRoutes(deps: ResolveRouteDeps): MountedRoute[] {
  const contract = verificationRoutes.resolveVerification;
  return [
    {
      contract,
      handler: async (request, response) => {
        const body = parseWith(contract.body, request.body);
        const { userId, member } = callerOf(request);
        if (body.rememberName === true && member === null)
          throw new ApiProblem("permission_denied", {
            message: "rememberName: only a signed-in owner or manager makes a name a proof",
          });
        const { id } = await requireVerification(deps.verifications, request);
        const { requestId, traceparent, logFields } = contextOf(request);
        Object.assign(logFields, { verificationId: id, decision: body.decision });
        await asCaller(deps.pool, request, (client) =>
          resolveRequest(client, {
            userId,
            verificationId: id,
            body,
            actor: actorOf(request),
            cause: { requestId, traceparent },
          }),
        );
        const row = await requireVerification(deps.verifications, request);
        // A till that shows the receipt reads the decision.
        deps.liveStatus.announce(id, row);
        sendResult(response, "Decided", await shownRecord(deps, request, row, { debug: false }));
      },
    },
  ];
}
