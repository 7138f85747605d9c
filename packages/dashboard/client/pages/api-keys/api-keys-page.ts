import { apiKeyRow, permissionsOf } from "../../keys/key-row.ts";
import { defineKeysPage } from "../../keys/keys-view.ts";
import { apiKeysTexts } from "./api-keys-texts.ts";

export const apiKeysPage = defineKeysPage(apiKeysTexts, {
  name: "api-keys",
  path: "/api-keys",
  docs: "/docs/keys",
  grantsField: "permissions",
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
    return { id: data.apiKey.id, secret: data.key };
  },
  revoke: (api, id) => api.remove("/api/api-keys/{id}", { params: { id } }),
});
