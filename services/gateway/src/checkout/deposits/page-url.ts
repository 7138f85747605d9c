const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Checks a URL to which the hosted page may send a payer back. Returns the error, or undefined. */
export function pageUrlFault(
  text: string,
  options: { readonly allowLocalHttp: boolean },
): string | undefined {
  if (/[\s\p{Cc}\\]/u.test(text)) return "must not contain spaces, control characters or backslashes";
  const url = URL.parse(text);
  if (url === null) return "must be an absolute URL";
  const isLocal = options.allowLocalHttp && url.protocol === "http:" && LOCAL_HOSTS.has(url.hostname);
  if (url.protocol !== "https:" && !isLocal) return "must use https";
  return url.username === "" && url.password === "" ? undefined : "must not contain credentials";
}
