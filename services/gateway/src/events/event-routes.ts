import { eventRoutes as contracts, cursorOfList, isId } from "@receipts/contracts";
import type { GatewayParts } from "../gateway-parts.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { requireActiveAfterWait } from "../http/as-caller.ts";
import { nextOf, placeOf } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseQuery } from "../http/validation.ts";
import { findEvent, listEvents } from "./event-repository.ts";
import { eventView, readerOf } from "./event-view.ts";
import { numberEvents } from "./number-events.ts";

/** All events of an account in one order. A call numbers those that have none yet. */
export function eventRoutesOf({ pool }: Pick<GatewayParts, "pool">): MountedRoute[] {
  return [
    {
      contract: contracts.listAccountEvents,
      handler: async (request, response) => {
        const { cursor, type, from, limit, subject } = parseQuery(contracts.listAccountEvents.query, request);
        const start = placeOf(cursor);
        const caller = callerOf(request);
        const startedAt = performance.now();
        const numbered = await numberEvents(pool, caller.userId, { wait: false });
        const after = start?.place ?? 0;
        if (after > numbered.last) throw invalidPayload([{ field: "cursor", message: cursorOfList }]);
        const page = await listEvents(pool, caller.userId, {
          ...{ types: type, subject, limit, last: numbered.last, after },
          from: from === undefined ? undefined : new Date(from),
        });
        await requireActiveAfterWait(pool, request, startedAt);
        const hasMore = page.hasMore || numbered.hasMore;
        // The cursor is the reader's place, also at the end: later events follow it. Events that the filter leaves out are passed.
        const reached = page.hasMore ? page.items.at(-1)?.sequence : numbered.last;
        const next =
          reached === undefined || reached === 0 ? undefined : { place: reached, id: caller.userId };
        response.json({
          success: true,
          message: "Events",
          data: page.items.map((event) => eventView(event, readerOf(caller))),
          meta: { limit, ...nextOf(next), hasMore },
        });
      },
    },
    {
      contract: contracts.getAccountEvent,
      handler: async (request, response) => {
        const eventId = String(request.params["id"]);
        const caller = callerOf(request);
        if (!isId("event", eventId)) throw noSuchEvent();
        const startedAt = performance.now();
        await numberEvents(pool, caller.userId, { wait: true });
        const event = await findEvent(pool, { userId: caller.userId, eventId });
        await requireActiveAfterWait(pool, request, startedAt);
        if (event === undefined) throw noSuchEvent();
        sendResult(response, "Event", eventView(event, readerOf(caller)));
      },
    },
  ];
}

const noSuchEvent = () =>
  new ApiProblem("not_found", { message: "The account has no such event of the last 90 days" });
