import { newId } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { startReceiver, type WebhookReceiver } from "../receiver.ts";
import type { System, TestAccount } from "../system.ts";
import { giveBelongings } from "./dashboard-belongings.ts";

/** An account with the ids that page paths need. */
export interface DashboardAccount {
  readonly account: TestAccount;
  /** Values of `:name` in page paths. */
  readonly params: Readonly<Record<string, string>>;
}

/** Longer than any page of a list. */
const MANY = 10_000;

/** An account in long use: many requests, one of them with attempts and webhooks, and long names. */
export async function fullAccount(
  system: System,
): Promise<DashboardAccount & { readonly receiver: WebhookReceiver }> {
  const account = await system.account({ credits: 12_345 });
  await nameAccount(system, account, {
    name: "Wolde-Giorgis Gebremariam Tekle-Haymanot",
    businessName: "የሰላም የቤትና የቢሮ ዕቃዎች ማምረቻና መሸጫ ኃላፊነቱ የተወሰነ የግል ማኅበር",
  });
  const receiver = await startReceiver();
  const bankAccountId = await system.saveBankAccount(account, "telebirr");
  await insertHistory(system, account, MANY);
  const { body } = await system
    .verify(
      account,
      { bank: "telebirr", reference: "DJ57QK2M41" },
      {
        waitMs: 15_000,
        headers: { "x-webhook-url": receiver.url },
      },
    )
    .expect(200);
  await until(() => receiver.received.length > 0);
  const belongings = await giveBelongings(system, account, { rows: MANY, webhookUrl: receiver.url });
  return { account, receiver, params: { ...belongings, requestId: body.requestId, bankAccountId } };
}

/** An account that was just created. */
export async function emptyAccount(system: System): Promise<DashboardAccount> {
  const account = await system.account({ credits: 0 });
  const none = "00000000000000000000000000";
  const webhooks = { endpointId: `whe_${none}`, deliveryId: `whd_${none}` };
  return {
    account,
    params: {
      requestId: `ver_${none}`,
      depositId: `dep_${none}`,
      batchId: `bat_${none}`,
      reconciliationId: `rcn_${none}`,
      ...webhooks,
    },
  };
}

export async function nameAccount(
  system: System,
  { userId }: TestAccount,
  names: { readonly name: string; readonly businessName: string },
): Promise<void> {
  await system.sql("update users set name = $2 where id = $1", userId, names.name);
  await system.sql(
    "insert into businesses (id, user_id, name) values ($1, $2, $3)",
    newId("business"),
    userId,
    names.businessName,
  );
}

/** Ended requests, one minute apart. */
async function insertHistory(system: System, { userId }: TestAccount, count: number): Promise<void> {
  await system.sql(
    `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status,
       result, requeue_after, deadline_at, http_request_id, created_at, started_at, completed_at)
     select 'ver_' || lpad(n::text, 26, '0'), $1, (array['cbe', 'telebirr', 'boa', 'dashen'])[1 + n % 4], 'REF' || n, 'key' || n,
            'MISS', 'completed', case when n % 5 = 0 then 'failed' else 'not_found' end, '{}', now(), now(), 'req',
            at - interval '3 seconds', at - interval '2 seconds', at
       from (select n, now() - make_interval(mins => n) as at from generate_series(1, $2) as n) as numbered`,
    userId,
    count,
  );
}
