import type { CheckoutScope } from "@receipts/contracts";
import { definePage, type LoadContext } from "../../app/page.ts";
import { offsetOf } from "../../elements/pager.ts";
import { checkoutKeyRow } from "../../keys/key-row.ts";
import {
  type KeyKind,
  type KeyList,
  keysView,
  makeKeyButton,
  PAGE_SIZE,
  startKeys,
} from "../../keys/keys-view.ts";
import { checkoutKeysTexts } from "./checkout-keys-texts.ts";

const PATH = "/checkout-keys";
const scopes: readonly CheckoutScope[] = ["deposits:write", "deposits:read", "events:read"];
/** What a shop needs that asks for payments and follows them. */
const usual: readonly string[] = ["deposits:write", "deposits:read"];

export const checkoutKeysPage = definePage({
  name: "checkout-keys",
  path: PATH,
  nav: { group: "developers", icon: "key" },
  texts: checkoutKeysTexts,
  start: () => startKeys,
  load: async ({ app, query, signal }: LoadContext): Promise<KeyList> => {
    const page = { limit: PAGE_SIZE, offset: offsetOf(query) };
    const { data, meta } = await app.api.get("/api/checkout-keys", { query: page, signal });
    return { rows: data.map(checkoutKeyRow), meta };
  },
  actions: (context) => makeKeyButton(context),
  view: (context) => {
    const { app, texts } = context;
    const kind: KeyKind = {
      path: PATH,
      docs: { href: "/docs/deposits", title: texts.docs },
      grantsField: "scopes",
      grants: scopes.map((value) => ({
        value,
        label: texts.scopes[value],
        isChosen: usual.includes(value),
      })),
      make: async ({ name, grants, expiresInDays }) => {
        const body = { name, scopes: scopes.filter((scope) => grants.includes(scope)) };
        const { data } = await app.api.post(
          "/api/checkout-keys",
          expiresInDays === undefined ? body : { ...body, expiresInDays },
        );
        return { id: data.checkoutKey.id, secret: data.key };
      },
      revoke: (id) => app.api.remove("/api/checkout-keys/{id}", { params: { id } }),
    };
    return keysView({ ...context, kind });
  },
});
