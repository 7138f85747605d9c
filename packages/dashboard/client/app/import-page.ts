import { ApiFault } from "../api/api-fault.ts";

/** State of the history's entry: it outlives a reload, and is of this tab and address alone. */
const RELOADED = "reloaded";

/**
 * Imports the modules of a page. After a release they can need others than this tab has loaded before, so the document is
 * loaded again, once, and the promise stays open. Rejects if that was tried, or if the service does not send the document.
 */
export async function importPage<P>(find: () => Promise<P>, isWanted: () => boolean): Promise<P> {
  try {
    const page = await find();
    allowReload();
    return page;
  } catch (error) {
    if (history.state === RELOADED || !(await isDocumentThere()) || !isWanted()) throw error;
    history.replaceState(RELOADED, "");
    location.reload();
    return await new Promise<never>(() => undefined);
  }
}

/** For a person who tries again. */
export function allowReload(): void {
  if (history.state === RELOADED) history.replaceState(null, "");
}

/** A browser that reloads without a connection shows a page of its own instead of the dashboard. */
async function isDocumentThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: "HEAD", cache: "no-store" })).ok;
  } catch (cause) {
    throw new ApiFault({ status: 0, code: "offline", message: "The network failed" }, { cause });
  }
}
