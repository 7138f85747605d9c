import type { CheckoutScope } from "@receipts/contracts";
import { shownOnce } from "../../api/shown-once.ts";
import { checkoutKeysPlace } from "../../keys/key-places.ts";
import { checkoutKeyRow } from "../../keys/key-row.ts";
import { defineKeysPage } from "../../keys/keys-view.ts";
import { checkoutKeysTexts } from "./checkout-keys-texts.ts";

const scopes: readonly CheckoutScope[] = [
  "deposits:write",
  "deposits:read",
  "deposits:resolve",
  "events:read",
  "webhooks:write",
  "webhooks:read",
];

export const checkoutKeysPage = defineKeysPage(checkoutKeysTexts, {
  ...checkoutKeysPlace,
  docs: "/docs/deposits",
  grantsField: "scopes",
  managementGrants: ["deposits:resolve"],
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
    return { id: data.checkoutKey.id, secret: shownOnce(data.key) };
  },
  takeOver: (api, id) => api.post("/api/checkout-keys/{id}/take-over", undefined, { params: { id } }),
  revoke: (api, id) => api.remove("/api/checkout-keys/{id}", { params: { id } }),
});
