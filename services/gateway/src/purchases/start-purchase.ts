import type { CreditPackage } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import { lockAccount } from "../account-lock/lock-account.ts";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { createDeposit } from "../checkout/deposits/create-deposit.ts";
import type { EventCause } from "../checkout/deposits/record-event.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { ApiProblem } from "../http/api-problem.ts";
import { findUnpaidPurchases, insertPurchase, type PurchaseRow } from "./purchase-repository.ts";

export interface PurchaseOrder {
  readonly buyerId: string;
  readonly actor: AuditActor;
  readonly chosen: CreditPackage;
  readonly cause: EventCause;
}

const EXPIRES_IN_MINUTES = 60;
const RETRY_AFTER_SECONDS = 3_600;
/** Receipts of a purchase are verified at the bank, which may cost the platform's account credits. */
const MAX_TRIES = 3;
const MAX_UNPAID = 3;
const MAX_UNPAID_OF_NEW_BUYER = 1;

/** Creates a deposit of the platform's account and its purchase, in one transaction with the audit row. */
export async function startPurchase(
  client: PoolClient,
  { config, isLive }: Pick<GatewayParts, "config" | "isLive">,
  { buyerId, actor, chosen, cause }: PurchaseOrder,
): Promise<PurchaseRow> {
  await lockAccount(client, buyerId);
  await refuseTooManyUnpaid(client, buyerId);
  const { id: packageId, credits, price, currency } = chosen;
  const deposit = await createDeposit(
    client,
    { checkoutBaseUrl: config.CHECKOUT_BASE_URL, isLive },
    {
      userId: await findPayee(client, config.PLATFORM_ACCOUNT),
      cause,
      maxTries: MAX_TRIES,
      body: {
        amount: price,
        currency,
        reference: `credits-${packageId}`,
        description: `${credits} verification credits`,
        // An id and no name: it stays when the buyer is erased.
        metadata: { buyer: buyerId, packageId, credits: String(credits) },
        expiresInMinutes: EXPIRES_IN_MINUTES,
      },
    },
  ).catch((error: unknown) => {
    throw isWithoutBankAccounts(error)
      ? notForSale("the account PLATFORM_ACCOUNT has no saved bank account to pay to")
      : error;
  });
  const row = await insertPurchase(client, { depositId: deposit.id, buyerId, packageId, credits });
  await recordAudit(client, {
    userId: buyerId,
    actor,
    action: "credit_purchase.created",
    subject: deposit.id,
    after: { packageId, credits, amount: price },
  });
  return row;
}

/** Exact, as the buyer's account is locked. */
async function refuseTooManyUnpaid(client: PoolClient, buyerId: string): Promise<void> {
  const { count, firstExpiresInSeconds, hasBought } = await findUnpaidPurchases(client, buyerId);
  if (count < (hasBought ? MAX_UNPAID : MAX_UNPAID_OF_NEW_BUYER)) return;
  const unpaid =
    count === 1 ? "1 purchase is unpaid: pay it" : `${count} purchases are unpaid: pay one of them`;
  throw new ApiProblem("rate_limited", {
    message: `${unpaid} at its checkoutUrl (GET /api/credits/purchases), or wait until one expires`,
    retryAfterSeconds: firstExpiresInSeconds,
  });
}

async function findPayee(client: PoolClient, account: string | undefined): Promise<string> {
  if (account === undefined) throw notForSale("the setting PLATFORM_ACCOUNT is not set");
  // Locked until the deposit exists: an erasure comes before it, or finds it.
  const { rows } = await client.query<{ id: string }>(
    `select id from users
      where (id = $1 or lower(email) = lower($1)) and disabled_at is null and erased_at is null for key share`,
    [account],
  );
  const [payee] = rows;
  if (payee === undefined) throw notForSale("there is no active account PLATFORM_ACCOUNT");
  return payee.id;
}

/** The reason is for the operator; the message sends the buyer to him. */
function notForSale(reason: string): ApiProblem {
  return new ApiProblem("service_unavailable", {
    message: `Credits cannot be bought yet: ${reason}. Ask the operator of this service`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function isWithoutBankAccounts(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "no_settlement_accounts";
}
