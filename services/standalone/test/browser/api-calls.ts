import type { Page } from "playwright-core";

/** Matches the path only: the dashboard has a folder named `api` too. */
const isOfApi = ({ pathname }: URL) => pathname.startsWith("/api/");

/** Holds every API call. Returns a function that releases them. */
export async function holdCalls(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(isOfApi, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Lets every API call fail like an internal error. Returns a function that ends it. */
export async function failCalls(page: Page): Promise<() => Promise<void>> {
  await page.route(isOfApi, (route) =>
    route.fulfill({
      status: 500,
      headers: { "x-request-id": "req-of-the-call" },
      contentType: "application/json; charset=utf-8",
      body: JSON.stringify({
        success: false,
        message: "Something failed on our side",
        data: null,
        error: { code: "internal_error" },
      }),
    }),
  );
  return () => page.unroute(isOfApi);
}
