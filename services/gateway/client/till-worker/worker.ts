/** Keeps the page's own files for a phone without connection. It never sees a call of the API. */
declare const self: ServiceWorkerGlobalScope;

const SHELL = "till-shell";
const isPage = (url: URL) => url.pathname === "/till";
const isFile = (url: URL) => url.pathname.startsWith("/till/assets/");

self.addEventListener("install", (event) => {
  void self.skipWaiting();
  event.waitUntil(keepShownPage());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin || event.request.method !== "GET") return;
  if (isPage(url)) event.respondWith(pageOf(event));
  else if (isFile(url)) event.respondWith(fileOf(event.request));
});

/** The server's page, or without a connection the last one, in whichever language. */
async function pageOf(event: FetchEvent): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keepPage(response.clone()));
    return response;
  } catch {
    const cache = await caches.open(SHELL);
    return (await cache.match("/till")) ?? Response.error();
  }
}

/** The page that is open, in its language. */
async function keepShownPage(): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.map(({ url }) => new URL(url)).find(isPage);
  await keepPage(await fetch(`/till${shown?.search ?? ""}`));
}

async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (isFinal(response)) await cache.put(request, response.clone());
  return response;
}

/** During a rollout another release can respond with its own file, which must not be kept. */
const isFinal = (response: Response) =>
  response.ok && response.headers.get("cache-control")?.includes("immutable") === true;

/** Keeps the page with all files that it names, and drops those of earlier releases. Rejects if one is of another release. */
async function keepPage(response: Response): Promise<void> {
  if (!response.ok) return;
  const text = await response.clone().text();
  const files = [...new Set(text.match(/\/till\/assets\/[\w-]+\/[\w./-]+/g))];
  const cache = await caches.open(SHELL);
  for (const file of files)
    if (!isFinal(await fileOf(new Request(file)))) throw new Error(`${file} is of another release`);
  await cache.put("/till", response);
  const [release] = /\/till\/assets\/[\w-]+\//.exec(text) ?? [];
  for (const request of await cache.keys())
    if (isFile(new URL(request.url)) && release !== undefined && !request.url.includes(release))
      await cache.delete(request);
}
