let latest = "";

/**
 * The token of the mailed link that led here, out of the address at once: it stays in no history, bookmark or picture of
 * the screen. Empty where there was none. Another link that is opened in this tab replaces it.
 */
export function mailedToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  if (token !== "") {
    latest = token;
    history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  }
  return latest;
}
