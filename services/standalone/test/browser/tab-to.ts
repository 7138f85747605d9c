import type { Page } from "playwright-core";

/** The longest page that a person goes through without a link that skips. */
const MOST_STOPS = 80;

/**
 * Presses Tab until the element with this selector or text has the focus. Throws at a stop that a person cannot see: it has no
 * outline, or it is outside the screen or below something.
 */
export async function tabTo(page: Page, target: { readonly selector: string } | { readonly text: string }) {
  const isTarget =
    "selector" in target
      ? `at.matches(${JSON.stringify(target.selector)})`
      : `at.textContent.replace(/\\s+/g, " ").includes(${JSON.stringify(target.text)})`;
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const { found, hidden } = (await page.evaluate(stopOf(isTarget))) as {
      readonly found: boolean;
      readonly hidden: string | null;
    };
    if (hidden !== null) throw new Error(`a stop of the keyboard cannot be seen: ${hidden}`);
    if (found) return;
  }
  throw new Error(`not reached by keyboard: ${JSON.stringify(target)}`);
}

const stopOf = (isTarget: string) => `(() => {
  const at = document.activeElement;
  if (at === document.body || at === null) return { found: false, hidden: null };
  const style = getComputedStyle(at);
  const hasOutline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  const { left, top, width, height } = at.getBoundingClientRect();
  const x = Math.min(Math.max(left + width / 2, 0), innerWidth - 1);
  const y = Math.min(Math.max(top + height / 2, 0), innerHeight - 1);
  const above = document.elementFromPoint(x, y);
  const isSeen = above !== null && (at.contains(above) || above.contains(at) || above.closest("label")?.control === at);
  const isInside = left + width > 0 && left < innerWidth && top + height > 0 && top < innerHeight;
  return {
    found: ${isTarget},
    hidden: hasOutline && isInside && isSeen ? null : JSON.stringify({ html: at.outerHTML.slice(0, 200), hasOutline, isInside, above: above?.outerHTML.slice(0, 100) }),
  };
})()`;
