let latest = "";

/**
 * Returns the token of the mailed link and removes it from the address at once, so that no history, bookmark or
 * screenshot holds it. Empty without a token. A later link in the same tab replaces it.
 */
export function mailedToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  if (token !== "") {
    latest = token;
    history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  }
  return latest;
}
