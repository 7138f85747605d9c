import { z } from "zod";

/** Everything that a checkout key can have permission for. */
export const checkoutScopes = [
  "deposits:write",
  "deposits:read",
  "deposits:resolve",
  "events:read",
  "webhooks:read",
  "webhooks:write",
] as const;

export const checkoutScopeSchema = z.enum(checkoutScopes).meta({
  id: "CheckoutScope",
  description:
    "`deposits:write`: create and cancel deposits. `deposits:read`: read them. `deposits:resolve`: decide about receipts in review, for keys of owners and managers. `events:read`: read their events. `webhooks:read` and `webhooks:write`: read and manage the account's webhook endpoints and deliveries.",
});
export type CheckoutScope = z.infer<typeof checkoutScopeSchema>;
