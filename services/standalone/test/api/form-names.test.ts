import { allRoutes, rolesOf } from "@receipts/contracts";
import { openShop } from "../shop.ts";
import { system, useSystem } from "../system.ts";
import { prepareFor } from "./owned.ts";

useSystem({ verifiers: [] });

/** A parser that builds lists and objects from names would walk the first one's length, alone in the process. */
const names = ["a[4294967294]", "a[50000000]", "a[b]", "a[]", "__proto__[x]", "a[b][c][d]", "expect[amount]"];
const forms = allRoutes.filter(({ formBody }) => formBody !== undefined);

describe("a form field with brackets in its name", () => {
  it.each(forms.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "is refused by %s, which names it",
    async (_name, route) => {
      const { person, cashier } = await prepareFor(route, { status: 200 });
      const caller = rolesOf(route).includes("owner") ? person : cashier;
      for (const name of names) {
        const { status, body } = await caller(route.method, route.path).field(name, "x").field("a[b]", "y");
        expect([status, body.error.code, body.error.details?.[0].field]).toEqual([
          422,
          "invalid_payload",
          name,
        ]);
      }
    },
  );

  it("is refused on the payer's page", async () => {
    const shop = await openShop(system);
    const { checkoutUrl } = await shop.deposit();
    const path = new URL(checkoutUrl).pathname;
    for (const name of names.slice(0, 3)) {
      const form = new FormData();
      form.append(name, "x");
      form.append("a[b]", "y");
      const { status } = await fetch(`${system.url}${path}/read-file`, {
        method: "POST",
        headers: { origin: "https://pay.example.test" },
        body: form,
      });
      expect([name, status]).toEqual([name, 422]);
    }
  });
});
