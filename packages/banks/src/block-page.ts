import { looseText } from "./utf8-text.ts";

/** F5's has 250 bytes; a page with a picture in it may have a few thousand. */
const longestBlockPage = 16_384;

const blockSigns = /request rejected|support id|maintenance|temporarily unavailable/i;

/**
 * A firewall or a tired server answers in the bank's place, often with status 200. A receipt may have such words in its
 * reason, so the page must have nothing that the bank's own answers have.
 */
export function isBlockPage(body: Uint8Array, ownSigns: RegExp): boolean {
  if (body.length > longestBlockPage) return false;
  const text = looseText(body);
  return blockSigns.test(text) && !ownSigns.test(text);
}
