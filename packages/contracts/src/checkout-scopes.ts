import { z } from "zod";

/** What a checkout key may be allowed to do. */
export const checkoutScopes = ["deposits:write", "deposits:read", "events:read"] as const;

export const checkoutScopeSchema = z.enum(checkoutScopes);
export type CheckoutScope = z.infer<typeof checkoutScopeSchema>;
