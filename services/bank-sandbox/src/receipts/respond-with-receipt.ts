import type { BankCode } from "@receipts/contracts";
import type { Payment } from "../payments/payment.ts";
import type { ParsedQuery, ReceiptEndpoint, ReceiptQuery, SandboxResponse } from "../sandbox-bank.ts";
import { htmlResponse } from "./bank-responses.ts";
import { escapeHtml } from "./escape-html.ts";
import { outcomeOf } from "./reference-outcome.ts";

export interface RespondWithReceiptDeps {
  readonly payments: { find(bank: BankCode, key: string): Payment | undefined };
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
  readonly slowResponseMs: number;
}

export type RespondWithReceipt = (
  bank: BankCode,
  endpoint: ReceiptEndpoint,
  query: ParsedQuery,
  /** Whether only ordered payments have receipts. */
  isStrict: boolean,
) => Promise<SandboxResponse>;

export const hostFailure: SandboxResponse = {
  status: 503,
  contentType: "text/html; charset=utf-8",
  body: "<html><body><h1>503 Service Unavailable</h1></body></html>",
};

/** Neither a receipt nor any bank's "not found"; contains the reference, as a changed page would. */
function unrecognizable({ key }: ReceiptQuery): SandboxResponse {
  const notice = `<p>Our offices close early today.</p><p>${escapeHtml(key)}</p>`;
  return htmlResponse(`<!DOCTYPE html><html><head><title>Notice</title></head><body>${notice}</body></html>`);
}

export function createRespondWithReceipt(deps: RespondWithReceiptDeps): RespondWithReceipt {
  function shown(endpoint: ReceiptEndpoint, payment: Payment, query: ReceiptQuery) {
    if (!belongsToParty(payment, query)) return endpoint.notFound;
    const isHidden = payment.status === "reversed" && !endpoint.showsReversal;
    return isHidden ? (endpoint.withdrawn ?? endpoint.notFound) : endpoint.render(payment);
  }

  return async (bank, endpoint, query, isStrict) => {
    if (query.kind === "refused") return query.response;
    if (query.kind === "malformed") return endpoint.notFound;
    const ordered = deps.payments.find(bank, query.key);
    if (ordered !== undefined)
      return (ordered.bookedAt ?? 0) > deps.now() ? endpoint.notFound : shown(endpoint, ordered, query);
    return await notOrdered(endpoint, query, isStrict);
  };

  async function notOrdered(
    endpoint: ReceiptEndpoint,
    query: ReceiptQuery,
    isStrict: boolean,
  ): Promise<SandboxResponse> {
    const derived = (change: Partial<Payment> = {}) =>
      isStrict ? endpoint.notFound : shown(endpoint, { ...endpoint.derive(query), ...change }, query);
    switch (outcomeOf(query.outcomeLetters ?? query.key)) {
      case "not_found":
        return endpoint.notFound;
      case "down":
        return { ...hostFailure, isRequestedFailure: true };
      case "unrecognizable":
        return unrecognizable(query);
      case "reversed":
        return derived({ status: "reversed" });
      case "slow":
        await deps.wait(deps.slowResponseMs);
        return derived();
      case "genuine":
        return derived();
    }
  }
}

function belongsToParty({ sender, receiver }: Payment, query: ReceiptQuery): boolean {
  const { accountDigits = "", payerDigits = "" } = query;
  if (!sender.account.endsWith(payerDigits)) return false;
  return sender.account.endsWith(accountDigits) || receiver.account.endsWith(accountDigits);
}
