import { definePage, type LoadContext } from "../../app/page.ts";
import { offsetOf } from "../../elements/pager.ts";
import { apiKeyRow, permissionsOf } from "../../keys/key-row.ts";
import {
  type KeyKind,
  type KeyList,
  keysView,
  makeKeyButton,
  PAGE_SIZE,
  startKeys,
} from "../../keys/keys-view.ts";
import { apiKeysTexts, permissionChoices } from "./api-keys-texts.ts";

const PATH = "/api-keys";
/** What a program needs that verifies receipts and reads what came of them. */
const usual: readonly string[] = ["verification:write", "verification:read"];

export const apiKeysPage = definePage({
  name: "api-keys",
  path: PATH,
  nav: { group: "developers", icon: "key" },
  texts: apiKeysTexts,
  start: () => startKeys,
  load: async ({ app, query, signal }: LoadContext): Promise<KeyList> => {
    const page = { limit: PAGE_SIZE, offset: offsetOf(query) };
    const { data, meta } = await app.api.get("/api/api-keys", { query: page, signal });
    return { rows: data.map(apiKeyRow), meta };
  },
  actions: (context) => makeKeyButton(context),
  view: (context) => {
    const { app, texts } = context;
    const kind: KeyKind = {
      path: PATH,
      docs: { href: "/docs/keys", title: texts.docs },
      grantsField: "permissions",
      grants: permissionChoices.map((value) => ({
        value,
        label: texts.permissions[value],
        isChosen: usual.includes(value),
      })),
      make: async ({ name, grants, expiresInDays, metadata }) => {
        const body = { name, permissions: permissionsOf(grants), metadata };
        const { data } = await app.api.post(
          "/api/api-keys",
          expiresInDays === undefined ? body : { ...body, expiresInDays },
        );
        return { id: data.apiKey.id, secret: data.key };
      },
      revoke: (id) => app.api.remove("/api/api-keys/{id}", { params: { id } }),
    };
    return keysView({ ...context, kind });
  },
});
