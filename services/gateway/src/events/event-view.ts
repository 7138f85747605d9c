import type { AccountEvent, EventType } from "@receipts/contracts";
import { depositEventOf, withoutPayer } from "../checkout/deposits/event-repository.ts";
import { type Caller, seesMoney } from "../http/caller.ts";
import { completedBody, resolvedBody, type ToldRequest } from "../verification/verdict-event.ts";
import type { EventRow } from "./event-repository.ts";

/** The parts of events that a reader may see. */
export interface EventReader {
  /** Payers of deposits, and the addresses of their pages. */
  readonly seesPayers: boolean;
  /** Saved bank accounts, and the balance of credits. */
  readonly seesMoney: boolean;
}

/** As the routes of these things: an API key reads no deposits, and a developer with his keys neither accounts nor credits. */
export function readerOf(caller: Caller): EventReader {
  const { scopes, member } = caller;
  return { seesPayers: scopes?.includes("deposits:read") ?? member !== null, seesMoney: seesMoney(caller) };
}

/** The event with the body of its webhook, without what was erased since. */
export function eventView(
  { id, sequence, type, subject, createdAt, ...row }: EventRow,
  reader: EventReader,
): AccountEvent {
  return {
    id,
    sequence,
    type,
    subject,
    createdAt: createdAt.toISOString(),
    payload: payloadOf({ id, type, subject, ...row }, reader),
  };
}

function payloadOf(
  { id, type, subject, body, deposit, request }: Omit<EventRow, "sequence" | "createdAt">,
  reader: EventReader,
): AccountEvent["payload"] {
  if (deposit !== null) {
    const event = depositEventOf(deposit);
    return { ...(reader.seesPayers ? event : withoutPayer(event)) };
  }
  if (request === null) return reader.seesMoney || !isAboutMoney(type) ? body : null;
  const event = { id, verificationId: subject };
  const ended = endedRequest(request);
  const { resolution } = ended.result;
  if (type === "verification.completed") return { ...completedBody(event, beforeDecision(ended, request)) };
  return resolution === undefined ? null : { ...resolvedBody(event, ended, resolution) };
}

const isAboutMoney = (type: EventType): boolean => type === "credits.low" || type.startsWith("bank_account.");

function endedRequest({ createdAt, completedAt, ...request }: NonNullable<EventRow["request"]>): ToldRequest {
  return { ...request, createdAt: new Date(createdAt), completedAt: new Date(completedAt) };
}

/** A person's decision has replaced the one of the verdict. */
function beforeDecision(
  request: ToldRequest,
  { reviewReasons }: Pick<NonNullable<EventRow["request"]>, "reviewReasons">,
): ToldRequest {
  if (reviewReasons === null) return request;
  const { resolution: _, ...result } = request.result;
  return { ...request, result: { ...result, decision: "review", decisionReasons: [...reviewReasons] } };
}
