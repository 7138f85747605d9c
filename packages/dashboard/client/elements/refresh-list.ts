const EVERY_MS = 30_000;

/**
 * Loads a list again while its newest page is in sight, and as soon as the person returns to it. For `live` of a page. It
 * waits while the person types, selects text or has a dialog open.
 */
export function refreshList({
  query,
  refresh,
}: {
  readonly query: URLSearchParams;
  readonly refresh: () => Promise<void>;
}): (() => void) | undefined {
  if (query.has("offset") || query.has("cursor")) return undefined;
  const look = () => {
    if (document.visibilityState === "visible" && !isInUse()) void refresh();
  };
  const timer = setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

function isInUse(): boolean {
  const focused = document.activeElement;
  return (
    document.querySelector("dialog[open]") !== null ||
    focused?.matches("main input, main select, main textarea") === true ||
    getSelection()?.isCollapsed === false
  );
}
