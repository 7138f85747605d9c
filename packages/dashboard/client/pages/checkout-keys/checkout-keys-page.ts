import type { CheckoutScope } from "@receipts/contracts";
import { checkoutKeyRow } from "../../keys/key-row.ts";
import { defineKeysPage } from "../../keys/keys-view.ts";
import { checkoutKeysTexts } from "./checkout-keys-texts.ts";

const scopes: readonly CheckoutScope[] = [
  "deposits:write",
  "deposits:read",
  "events:read",
  "webhooks:write",
  "webhooks:read",
];

export const checkoutKeysPage = defineKeysPage(checkoutKeysTexts, {
  name: "checkout-keys",
  path: "/checkout-keys",
  docs: "/docs/deposits",
  grantsField: "scopes",
  // Enough for a shop that creates deposits and reads their status.
  preselected: ["deposits:write", "deposits:read"],
  list: async (api, asked) => {
    const { data, meta } = await api.get("/api/checkout-keys", asked);
    return { rows: data.map(checkoutKeyRow), branches: [], meta };
  },
  create: async (api, { name, grants, expiresInDays }) => {
    const body = {
      name,
      scopes: scopes.filter((scope) => grants.includes(scope)),
      ...(expiresInDays !== undefined && { expiresInDays }),
    };
    const { data } = await api.post("/api/checkout-keys", body);
    return { id: data.checkoutKey.id, secret: data.key };
  },
  revoke: (api, id) => api.remove("/api/checkout-keys/{id}", { params: { id } }),
});
