import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { causeAlerts } from "../src/rules/cause-alerts.ts";
import { objectives } from "../src/rules/slo-table.ts";
import { commandsOf, readRunbook } from "./runbook.ts";

const folder = path.resolve(import.meta.dirname, "../../runbooks");
const alerts = [
  ...objectives.map(({ alert }) => alert),
  ...Object.values(causeAlerts)
    .flat()
    .map(({ name }) => name),
];

/** The person on call has only this page. */
describe("runbooks", () => {
  it("exist for every alert, and for nothing else", () => {
    const pages = readdirSync(folder).filter((file) => file.endsWith(".md") && file !== "README.md");
    expect(pages.toSorted()).toEqual(alerts.map((alert) => `${alert}.md`).toSorted());
  });

  it.each(alerts)("%s has meaning, impact, diagnosis and mitigation", (alert) => {
    const sections = readRunbook(alert);
    expect([...sections.keys()]).toEqual(["Meaning", "Impact", "Diagnosis", "Mitigation"]);
    for (const text of sections.values()) expect(text.trim()).not.toBe("");
    expect(commandsOf(alert).length).toBeGreaterThan(0);
    expect(sections.get("Mitigation")).toContain("Resolved when:");
  });

  it("link only to existing pages", () => {
    const broken = alerts.flatMap((alert) => {
      const text = readFileSync(path.join(folder, `${alert}.md`), "utf8");
      const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
      return links.filter((target) => !alerts.some((each) => target === `${each}.md`));
    });
    expect(broken).toEqual([]);
  });
});
