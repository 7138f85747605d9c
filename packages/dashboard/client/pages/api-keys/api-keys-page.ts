import { shownOnce } from "../../api/shown-once.ts";
import { apiKeysPlace } from "../../keys/key-places.ts";
import { apiKeyRow, permissionsOf } from "../../keys/key-row.ts";
import { defineKeysPage } from "../../keys/keys-view.ts";
import { apiKeysTexts } from "./api-keys-texts.ts";

export const apiKeysPage = defineKeysPage(apiKeysTexts, {
  ...apiKeysPlace,
  docs: "/docs/keys",
  grantsField: "permissions",
  managementGrants: ["metrics:read"],
  // Enough for a program that verifies receipts and reads the results.
  preselected: ["verification:write", "verification:read"],
  list: async (api, asked) => {
    const { signal } = asked;
    const [{ data, meta }, branches] = await Promise.all([
      api.get("/api/api-keys", asked),
      api.get("/api/branches", { signal }),
    ]);
    return { rows: data.map(apiKeyRow), branches: branches.data, meta };
  },
  create: async (api, { grants, ...draft }) => {
    const { data } = await api.post("/api/api-keys", { ...draft, permissions: permissionsOf(grants) });
    return { id: data.apiKey.id, secret: shownOnce(data.key) };
  },
  takeOver: (api, id) => api.post("/api/api-keys/{id}/take-over", undefined, { params: { id } }),
  revoke: (api, id) => api.remove("/api/api-keys/{id}", { params: { id } }),
});
