import type { Page } from "playwright-core";

/**
 * Replaces `fetch` for the API in every document that the page opens. Playwright's routes would switch the browser's
 * cache off, and each visit would load every module again.
 */
const replaced = (respond: string) => `{
  const send = window.fetch;
  window.endOfReplacement = new Promise((resolve) => { window.endReplacement = resolve; });
  let isReplaced = true;
  window.endOfReplacement.then(() => { isReplaced = false; });
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input.url ?? input, location.href);
    if (isReplaced && pathname.startsWith("/api/")) { ${respond} }
    return await send(input, init);
  };
}`;

/** Holds every API call. Returns a function that releases them. */
export async function holdCalls(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(replaced("await window.endOfReplacement;"));
  return () => page.evaluate("endReplacement()");
}

const failure = JSON.stringify({
  success: false,
  message: "Something failed on our side",
  data: null,
  error: { code: "internal_error" },
});

/** Lets every API call fail like an internal error. Returns a function that ends it. */
export async function failCalls(page: Page): Promise<() => Promise<void>> {
  const headers = { "x-request-id": "req-of-the-call", "content-type": "application/json; charset=utf-8" };
  const init = JSON.stringify({ status: 500, headers });
  await page.addInitScript(replaced(`return new Response(${JSON.stringify(failure)}, ${init});`));
  return () => page.evaluate("endReplacement()");
}
