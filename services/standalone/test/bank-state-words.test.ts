import { readFileSync } from "node:fs";
import { bankStateWords } from "../../../deploy/monitoring/src/dashboards/bank-dashboard.ts";
import { statusTexts } from "../../gateway/src/uptime/status-page/status-texts.ts";

/** Imported at run time: it is a browser's source, checked with a browser's types. */
const clientTexts = new URL(
  "../../../packages/dashboard/client/pages/uptime/uptime-texts.ts",
  import.meta.url,
);
const { uptimeTexts } = await import(clientTexts.href);

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
/** The values in light and dark mode, in the order of the file. */
const valuesOf = (css: string, name: string) =>
  [...css.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, "g"))].map(([, value]) => value);

/** A reader who compares two of our pages must not find a contradiction. */
describe("the state of a bank", () => {
  it.each(["en", "am"] as const)(
    "has the same words on the status page and the dashboard: %s",
    (language) => {
      expect(uptimeTexts[language].states).toEqual(statusTexts[language].states);
    },
  );

  it("has the same words and matching colours for operators", () => {
    const { operational, degraded, down, unknown } = statusTexts.en.states;
    expect(bankStateWords).toEqual({
      "1": { text: operational, color: "green" },
      "0.5": { text: degraded, color: "orange" },
      "0": { text: down, color: "red" },
      "-1": { text: unknown, color: "text" },
    });
  });

  it("has the same colours on the status page and the dashboard, in light and dark mode", () => {
    const page = read("packages/dashboard/client/pages/uptime/uptime-page.ts");
    const status = read("services/gateway/assets/status.css");
    const both = read("packages/web-pages/assets/base.css");
    for (const state of ["operational", "degraded", "down"]) {
      const tone = new RegExp(`${state}: "([a-z]+)"`).exec(page)?.[1];
      expect(valuesOf(both, `${tone}-line`)).toHaveLength(2);
      expect(status.match(new RegExp(`--${state}: .*`, "g"))).toEqual([`--${state}: var(--${tone}-line);`]);
    }
    for (const own of [status, read("packages/dashboard/assets/dashboard.css")])
      expect(own).not.toMatch(/--[a-z]+-line: /);
    expect(page).toContain('unknown: "plain"');
  });
});
