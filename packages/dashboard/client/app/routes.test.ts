import type { Page } from "./page.ts";
import { addressOfPage, matchPage, pathAfterSignIn, pathOfAddress } from "./routes.ts";

const page = (path: string) => ({ path }) as Page;
const pages = [page("/"), page("/payments"), page("/requests/:requestId")];

describe("matchPage", () => {
  it.each([
    ["/", "/", {}],
    ["/payments", "/payments", {}],
    ["/payments/", "/payments", {}],
    ["/requests", "/payments", {}],
    ["/requests/", "/payments", {}],
    ["/requests/ver_1", "/requests/:requestId", { requestId: "ver_1" }],
    ["/requests/a%2Fb", "/requests/:requestId", { requestId: "a/b" }],
    ["/requests/%E0%A4%A", "/requests/:requestId", { requestId: "%E0%A4%A" }],
  ])("matches %s to %s", (path, pattern, params) => {
    expect(matchPage(pages, path)).toEqual({ page: page(pattern), params });
  });

  it.each(["/other", "/requests/ver_1/more"])("finds no page for %s", (path) => {
    expect(matchPage(pages, path)).toBeUndefined();
  });

  it("restores a path from its address", () => {
    for (const path of ["/", "/payments", "/requests/ver_1"])
      expect(pathOfAddress(addressOfPage(path))).toBe(path);
    expect(pathOfAddress("/dashboard/")).toBe("/");
    expect(pathOfAddress("/dashboards")).toBeUndefined();
    expect(pathOfAddress("/docs")).toBeUndefined();
  });
});

/** A crafted link to the sign-in page must not lead to a foreign site. */
it.each([
  ["/requests?bank=cbe", "/requests?bank=cbe"],
  ["//evil.example", "/"],
  ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["/sign-in?next=/", "/"],
  ["/confirm", "/"],
  ["", "/"],
])("after sign-in, next=%s leads to %s", (next, path) => {
  expect(pathAfterSignIn(new URLSearchParams({ next }))).toBe(path);
});
