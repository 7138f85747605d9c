import type { Page } from "playwright-core";
import { hostileTexts } from "./hostile-texts.ts";

interface Looked {
  /** Text of the page, collapsed or not, and values of fields. */
  readonly shown: string;
  /** Elements that only a stored value can have created. */
  readonly made: readonly string[];
  /** Addresses of links, forms and images that lead neither to a page nor to a bank's menu on the phone. */
  readonly addresses: readonly string[];
  /** Lines in which a bidirectional control character reorders the text after it. */
  readonly turned: readonly string[];
  readonly ran: boolean;
}

/** Checks that the page shows every value unchanged, and only as text. */
export async function expectShownAsText(page: Page, values: readonly string[]): Promise<void> {
  const looked = (await page.evaluate(look)) as Looked;
  const timesIn = (whole: string, value: string) => whole.split(value).length - 1;
  for (const value of new Set(values)) {
    const least = timesIn(values.join("\n"), value);
    expect([value, Math.min(least, timesIn(looked.shown, value))]).toEqual([value, least]);
  }
  const { shown: _shown, ...rest } = looked;
  expect(rest).toEqual({ made: [], addresses: [], turned: [], ran: false });
}

const look = `(() => {
  const turning = ${JSON.stringify(hostileTexts.turned)};
  for (const one of document.querySelectorAll("details")) one.open = true;
  const all = [...document.querySelectorAll("*")];
  const fields = all.filter((one) => one.matches("input, textarea")).map(({ value }) => value);
  const isForeign = (one) =>
    one.matches("[data-ridden], body script, body style, iframe, object, embed, base, meta[http-equiv]") ||
    [...one.attributes].some(({ name }) => name.startsWith("on") || name === "srcdoc" || name === "autofocus");
  const addresses = all
    .flatMap((one) => ["href", "src", "action", "formaction"].map((name) => one.getAttribute(name)))
    .filter((address) => address !== null && !/^(https?:\\/\\/|[/#?]|blob:|tel:\\*\\d+%23$)/.test(address));
  const isIsolated = (one) => {
    const { display, unicodeBidi } = getComputedStyle(one);
    return display !== "inline" || unicodeBidi.includes("isolate");
  };
  const turned = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (!texts.currentNode.data.includes("\\u202E")) continue;
    let box = texts.currentNode.parentElement;
    while (!isIsolated(box)) box = box.parentElement;
    // Each line starts without embedding; POP DIRECTIONAL ISOLATE ends that of a sentence.
    const lines = box.innerText.split("\\n").filter((line) => line.includes("\\u202E"));
    turned.push(...lines.filter((line) => !/^(?:\\u2069|\\s*$)/.test(line.split(turning).at(-1))));
  }
  return {
    shown: [document.body.innerText, ...fields].join("\\n"),
    made: all.filter(isForeign).map(({ outerHTML }) => outerHTML),
    addresses,
    turned,
    ran: "ridden" in globalThis,
  };
})()`;
