import { type CursorQuery, checkoutRoutes } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { Request, Response } from "express";
import { callerOf } from "../../http/request-context.ts";
import { noSuchStart, parseList, sendPage } from "../http/checkout-surface.ts";
import type { MountedCheckoutRoute } from "../http/require-checkout-caller.ts";
import { type EventList, listAccountEvents, listDepositEvents, withoutPayer } from "./event-repository.ts";
import { depositOf } from "./own-deposit.ts";

export function eventRoutesOf({ pool }: { readonly pool: Pool }): MountedCheckoutRoute[] {
  return [
    {
      contract: checkoutRoutes.listDepositEvents,
      handler: async (request, response) => {
        const query = parseList(checkoutRoutes.listDepositEvents.query, request);
        const { id } = await depositOf(pool, request);
        send(request, response, await listDepositEvents(pool, id, query), query);
      },
    },
    {
      contract: checkoutRoutes.listEvents,
      handler: async (request, response) => {
        const query = parseList(checkoutRoutes.listEvents.query, request);
        const { userId } = callerOf(request);
        send(request, response, await listAccountEvents(pool, userId, query), query);
      },
    },
  ];
}

/** The cursor is the reader's position, also at the end of the list: later events follow it. */
function send(request: Request, response: Response, events: EventList, query: CursorQuery): void {
  if (events === undefined) throw noSuchStart(query);
  const maySeePayers = callerOf(request).scopes?.includes("deposits:read") ?? false;
  const items = maySeePayers ? events.items : events.items.map(withoutPayer);
  const nextCursor = items.at(-1)?.id ?? query.startingAfter ?? null;
  sendPage(request, response, { items, hasMore: events.hasMore, nextCursor });
}
