import { eventRoutes as contracts, cursorOfList, isId } from "@receipts/contracts";
import type { GatewayParts } from "../gateway-parts.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { requireActiveAfterWait } from "../http/as-caller.ts";
import { nextOf, placeOf } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseQuery } from "../http/validation.ts";
import { findEvent, isPlaceOf, listEvents } from "./event-repository.ts";
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
        const numbered = await numberEvents(pool, caller.userId);
        const after = start?.place ?? 0;
        if (after > numbered.last || (start !== undefined && !(await isPlaceOf(pool, caller.userId, start))))
          throw invalidPayload([{ field: "cursor", message: cursorOfList }]);
        const page = await listEvents(pool, caller.userId, {
          ...{ types: type, subject, limit, last: numbered.last, after },
          from: from === undefined ? undefined : new Date(from),
        });
        await requireActiveAfterWait(pool, request, startedAt);
        const hasMore = page.hasMore || numbered.hasMore;
        // The cursor is the reader's place, also at the end: later events follow it. Events that the filter leaves out are passed.
        const last = page.items.at(-1);
        const next =
          page.hasMore && last !== undefined
            ? { place: last.sequence, id: last.id }
            : { place: numbered.last, id: numbered.lastId ?? caller.userId };
        response.json({
          success: true,
          message: "Events",
          data: page.items.map((event) => eventView(event, readerOf(caller))),
          meta: { limit, ...nextOf(next.place === 0 ? undefined : next), hasMore },
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
        const find = () => findEvent(pool, { userId: caller.userId, eventId });
        const known = await find();
        const hasMore = known === undefined && (await numberEvents(pool, caller.userId)).hasMore;
        const event = known ?? (await find());
        await requireActiveAfterWait(pool, request, startedAt);
        if (event !== undefined) sendResult(response, "Event", eventView(event, readerOf(caller)));
        else if (hasMore) throw stillInWork();
        else throw noSuchEvent();
      },
    },
  ];
}

const noSuchEvent = () =>
  new ApiProblem("not_found", { message: "The account has no such event of the last 90 days" });

const stillInWork = () =>
  new ApiProblem("service_unavailable", {
    message: "Older events are still being put in order: try again",
    retryAfterSeconds: 1,
  });
