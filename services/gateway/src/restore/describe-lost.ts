import type { Lost, LostDelivery } from "./find-lost.ts";
import type { ToldRequest } from "./lost-messages.ts";

/** What no message tells, and what therefore is not in the list. */
const notListed = [
  "in no message, so not in this list:",
  "  gone: accounts, keys, saved bank accounts, deposits and their events made in that time, credits granted or bought; requests answered from the cache without a webhook",
  "  back again: keys revoked, sessions ended, passwords changed, accounts disabled or erased in that time. Do these again",
];

/** For people: a line each, with ids to search logs for. */
export function describeLost(lost: Lost, span: { readonly from: Date; readonly to: Date }): string[] {
  return [
    `restored to ${span.from.toISOString()}; gone is what was written until ${span.to.toISOString()}`,
    `requests gone: ${lost.requests.length}. Their status URLs answer 404; the same idempotency key makes a new request; their receipts count as never confirmed`,
    ...lost.requests.map(requestLine),
    `credits back that these had spent: ${lost.requests.length}`,
    ...creditLines(lost.requests),
    `webhooks gone: ${lost.deliveries.length}. Their receivers were told, or were about to be; of a request above that was being answered when its verifier was killed, a webhook may have gone out without a message that tells of it`,
    ...lost.deliveries.map(deliveryLine),
    `requests asked again: ${lost.askedAgain.length}, unfinished yet: ${countUnfinished(lost)}. Open at that time; whoever was told a verdict since may be told another`,
    ...lost.askedAgain.map(({ id, userId }) => `  ${id} account ${userId}`),
    `deposits open at that time: ${lost.openDeposits.length}. What became of them since is forgotten: confirmed, they wait for their receipt again`,
    ...lost.openDeposits.map(({ id, userId }) => `  ${id} account ${userId}`),
    ...notListed,
  ];
}

function countUnfinished({ askedAgain }: Lost): number {
  return askedAgain.filter(({ isUnfinished }) => isUnfinished).length;
}

function requestLine({ id, bank, userId, httpRequestId, at }: ToldRequest): string {
  return `  ${id} account ${userId ?? "unknown"} bank ${bank ?? "unknown"} request ${httpRequestId} at ${at.toISOString()}`;
}

function creditLines(requests: readonly ToldRequest[]): string[] {
  const byAccount = Map.groupBy(requests, ({ userId }) => userId ?? "unknown");
  return [...byAccount].sort().map(([userId, { length }]) => `  account ${userId}: ${length}`);
}

function deliveryLine({ id, verificationId, requestIsKnown, at }: LostDelivery): string {
  const then = requestIsKnown
    ? "its request is asked again, and told under another delivery id"
    : "its request is gone";
  return `  ${id} of ${verificationId} at ${at.toISOString()}: ${then}`;
}
