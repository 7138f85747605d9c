import axe from "axe-core";
import type { Page } from "playwright-core";
import { keepPicture } from "./chromium.ts";

type Rules = Pick<axe.RunOptions, "runOnly" | "rules">;

const everything: Rules = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** Runs axe-core on the page. Uses the debugger, which the page's policy does not restrict. */
export async function violations(page: Page, rules: Rules = everything): Promise<string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  await settled(page);
  // axe takes a dialog over a scrolled page for covered, and then checks none of its colours.
  await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })");
  // As one text: returning thousands of nodes as objects takes several times as long as axe itself.
  const options: axe.RunOptions = { ...rules, resultTypes: ["violations"] };
  const run = `axe.run(${JSON.stringify(options)}).then(JSON.stringify)`;
  const result: axe.AxeResults = JSON.parse((await page.evaluate(run)) as string);
  if (result.passes.length === 0) {
    await keepPicture(page, "axe-checked-nothing");
    throw new Error(`axe checked nothing: ${JSON.stringify(result.incomplete)}`);
  }
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** All but contrast, which takes as long as the other rules together. */
export async function violationsBesidesColours(page: Page): Promise<string[]> {
  return await violations(page, { ...everything, rules: { "color-contrast": { enabled: false } } });
}

/** Violations of the dark scheme only. The page stays dark. */
export async function violationsInTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  return await violations(page, { runOnly: ["color-contrast"] });
}

/**
 * Waits until the colours of a new scheme are painted and no transition runs: in between axe checks nothing, or colours
 * that no one sees. The sign of a page that waits turns without end.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    `Promise.allSettled(
      document.getAnimations()
        .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
        .map(({ finished }) => finished))
      .then(() => new Promise(requestAnimationFrame))
      .then(() => new Promise(requestAnimationFrame))
      .then(() => true)`,
  );
}

/** Finds targets below 44 px, which is more than WCAG requires. A checkbox and its label count as one target. */
export async function lowTargets(page: Page, within = "body"): Promise<unknown> {
  return await page.evaluate(
    `[...document.querySelectorAll("${within} :is(a, button, input, select, textarea, summary)")]
      .filter((target) => target.checkVisibility() && !target.classList.contains("skip"))
      .filter((target) => (target.closest(".choice") ?? target).getBoundingClientRect().height < 44)
      .map((target) => target.outerHTML)`,
  );
}

/** Checks that nothing is wider than the screen. */
export async function expectWidth(page: Page, width: number, within = "body"): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  for (const box of ["html", within]) {
    const needed = await page.evaluate(`document.querySelector("${box}").scrollWidth`);
    expect(needed).toBeLessThanOrEqual(width);
  }
}

/** Checks the smallest phone, a usual phone and a desktop. With a name, saves screenshots of the last two. */
export async function expectToFit(page: Page, picture?: string, within = "body"): Promise<void> {
  for (const width of [320, 390, 1280]) {
    await expectWidth(page, width, within);
    expect(await lowTargets(page, within)).toEqual([]);
    if (picture !== undefined && width > 320) await keepPicture(page, `${picture}-${width}`);
  }
}
