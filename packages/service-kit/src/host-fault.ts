import type { IncomingMessage } from "node:http";

/** HTTP/1.1 requires exactly one Host header (RFC 9112, 3.2); nothing here trusts its value. Undefined if it has it. */
export function hostFault({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  const hosts = countHosts(rawHeaders);
  if (hosts === 1 || (hosts === 0 && httpVersion !== "1.1")) return undefined;
  return hosts === 0 ? "The Host header is missing" : "There is more than one Host header: send one";
}

/** Names and values take turns. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts;
}
