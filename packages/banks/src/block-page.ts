import { looseText } from "./utf8-text.ts";

/** F5's page has 250 bytes; one with an image may have a few thousand. */
const longestBlockPage = 16_384;

const blockSigns = /request rejected|support id|maintenance|temporarily unavailable/i;

/**
 * A firewall or an overloaded server may respond in place of the bank, often with status 200. A receipt may contain
 * such words in its reason. So the page must also lack everything that marks the bank's own responses.
 */
export function isBlockPage(body: Uint8Array, ownSigns: RegExp): boolean {
  if (body.length > longestBlockPage) return false;
  const text = looseText(body);
  return blockSigns.test(text) && !ownSigns.test(text);
}
