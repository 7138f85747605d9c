import { createFairSlots } from "@receipts/service-kit";
import type { Request } from "express";
import { disconnectSignal } from "./bytes-body.ts";
import { callerOf } from "./request-context.ts";

/** Places of a process, and of one account in it. */
const AT_ONCE = { inAll: 4, ofAccount: 2 };

/** Does a search or report when the caller's account has its turn: they must not take every connection of the process. */
export type ReadInTurn = <Found>(request: Request, read: () => Promise<Found>) => Promise<Found>;

export function createReadTurns(): ReadInTurn {
  const slots = createFairSlots(AT_ONCE.inAll, AT_ONCE.ofAccount);
  return async (request, read) => {
    using _slot = await slots.acquire(callerOf(request).userId, disconnectSignal(request));
    return await read();
  };
}
