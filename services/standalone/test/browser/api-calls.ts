import type { Page } from "playwright-core";

/** By the path: the dashboard's own files have a folder of that name. */
const isOfApi = ({ pathname }: URL) => pathname.startsWith("/api/");

/** Holds back every call of the API. Returns how they are let go. */
export async function holdCalls(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(isOfApi, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Answers every call of the API as it does itself when something failed inside it. Returns how that ends. */
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
