import { openShop, type Shop } from "../shop.ts";
import { allPermissions, aReference, openSystem, type System } from "../system.ts";

/** The input of a smoke client, and the output that it must print. */
export interface SmokeStory {
  readonly system: System;
  readonly url: string;
  readonly apiKey: string;
  readonly checkoutKey: string;
  readonly reference: string;
  readonly expected: object;
}

/** Opens a service with a genuine receipt and a merchant with all permissions. */
export async function openSmokeStory(): Promise<SmokeStory> {
  const system = await openSystem({ verifiers: ["telebirr"] });
  const shop: Shop = await openShop(system);
  const reference = aReference();
  const { apiKey } = await system.keyOf(shop.account, {
    permissions: { ...allPermissions, webhooks: ["read", "write"] },
  });
  return {
    system,
    url: system.url,
    apiKey,
    checkoutKey: shop.key,
    reference,
    expected: {
      submitted: {
        ...{ status: "success", verified: true, reference },
        // Paid to the sandbox's own receiver, and less than the clients expect.
        ...{ decision: "reject", reasons: ["wrong_receiver", "amount_too_low"], proof: "none" },
      },
      read: { processingStatus: "completed", sameRequest: true },
      listed: { total: 1, banks: ["telebirr"] },
      told: { types: ["verification.completed"], sameRequest: true },
      repeated: { sameListener: true },
      refused: { http: 401, code: "invalid_api_key" },
      invalid: { http: 422, code: "invalid_payload", hasDetails: true },
      deposit: { http: 201, status: "awaiting_payment", amount: "1250.00", banks: ["telebirr"] },
      replayed: { http: 201, sameDeposit: true },
      conflict: { http: 409, code: "idempotency_conflict" },
      canceled: { http: 200, status: "canceled" },
    },
  };
}
