import type { Page } from "./page.ts";
import { addressOfPage, matchPage, pathAfterSignIn, pathOfAddress } from "./routes.ts";

const page = (path: string) => ({ path }) as Page;
const pages = [page("/"), page("/requests"), page("/requests/:requestId")];

describe("the page of a path", () => {
  it.each([
    ["/", "/", {}],
    ["/requests", "/requests", {}],
    ["/requests/", "/requests", {}],
    ["/requests/ver_1", "/requests/:requestId", { requestId: "ver_1" }],
    ["/requests/a%2Fb", "/requests/:requestId", { requestId: "a/b" }],
    ["/requests/%E0%A4%A", "/requests/:requestId", { requestId: "%E0%A4%A" }],
  ])("%s is that of %s", (path, pattern, params) => {
    expect(matchPage(pages, path)).toEqual({ page: page(pattern), params });
  });

  it.each(["/other", "/requests/ver_1/more"])("%s is none", (path) => {
    expect(matchPage(pages, path)).toBeUndefined();
  });

  it("is found again from its address", () => {
    for (const path of ["/", "/requests", "/requests/ver_1"])
      expect(pathOfAddress(addressOfPage(path))).toBe(path);
    expect(pathOfAddress("/dashboard/")).toBe("/");
    expect(pathOfAddress("/dashboards")).toBeUndefined();
    expect(pathOfAddress("/docs")).toBeUndefined();
  });
});

/** Somebody who is sent a link to the sign-in page must not be led away by it. */
it.each([
  ["/requests?bank=cbe", "/requests?bank=cbe"],
  ["//evil.example", "/"],
  ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["/sign-in?next=/", "/"],
  ["/confirm", "/"],
  ["", "/"],
])("leads from signing in with next=%s to %s", (next, path) => {
  expect(pathAfterSignIn(new URLSearchParams({ next }))).toBe(path);
});
