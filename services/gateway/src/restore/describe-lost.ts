import type { Lost, LostDelivery } from "./find-lost.ts";
import type { KnownRequest } from "./lost-messages.ts";

/** Changes without a message, which the list cannot contain. */
const notListed = [
  "no message exists for these, so they are not in this list:",
  "  lost: accounts, keys, saved bank accounts, deposits and their events of that time, credits granted or bought; requests served from the cache without a webhook",
  "  reverted: keys revoked, sessions ended, passwords changed, accounts disabled or erased in that time. Repeat these",
];

/** For people: one line each, with ids to search the logs for. */
export function describeLost(lost: Lost, span: { readonly from: Date; readonly to: Date }): string[] {
  return [
    `restored to ${span.from.toISOString()}; writes until ${span.to.toISOString()} are lost`,
    `requests lost: ${lost.requests.length}. Their status URLs return 404; the same idempotency key creates a new request; their receipts count as never confirmed`,
    ...lost.requests.map(requestLine),
    `credits that these had spent, now back: ${lost.requests.length}`,
    ...creditLines(lost.requests),
    `webhooks lost: ${lost.deliveries.length}. Their receivers were notified, or were about to be. A request above whose verifier was killed after its verdict may have sent a webhook without a message`,
    ...lost.deliveries.map(deliveryLine),
    `requests queried again: ${lost.requeried.length}, unfinished: ${countUnfinished(lost)}. Open at that time; callers who received a verdict since may receive another`,
    ...lost.requeried.map(({ id, userId }) => `  ${id} account ${userId}`),
    `deposits open at that time: ${lost.openDeposits.length}. Later changes are lost: confirmed deposits wait for their receipt again`,
    ...lost.openDeposits.map(({ id, userId }) => `  ${id} account ${userId}`),
    ...notListed,
  ];
}

function countUnfinished({ requeried }: Lost): number {
  return requeried.filter(({ isUnfinished }) => isUnfinished).length;
}

function requestLine({ id, bank, userId, httpRequestId, at }: KnownRequest): string {
  return `  ${id} account ${userId ?? "unknown"} bank ${bank ?? "unknown"} request ${httpRequestId} at ${at.toISOString()}`;
}

function creditLines(requests: readonly KnownRequest[]): string[] {
  const byAccount = Map.groupBy(requests, ({ userId }) => userId ?? "unknown");
  return [...byAccount].sort().map(([userId, { length }]) => `  account ${userId}: ${length}`);
}

function deliveryLine({ id, verificationId, requestIsKnown, at }: LostDelivery): string {
  const then = requestIsKnown
    ? "its request is queried again and notified under another delivery id"
    : "its request is lost";
  return `  ${id} of ${verificationId} at ${at.toISOString()}: ${then}`;
}
