import { stringify } from "yaml";
import { burnRateGroup, type RuleGroup } from "./burn-rate-rules.ts";
import { causeGroups } from "./cause-alerts.ts";
import { inNamespace } from "./in-namespace.ts";
import { objectives } from "./slo-table.ts";
import type { TimeScale } from "./time-scale.ts";

/** Rule files by name, at a time scale. */
export function ruleFiles(time: TimeScale): Readonly<Record<string, string>> {
  return {
    "causes.yml": ruleFile(causeGroups(time)),
    "objectives.yml": ruleFile(objectives.map((objective) => burnRateGroup(objective, time))),
  };
}

function ruleFile(groups: readonly RuleGroup[]): string {
  const own = groups.map(({ name, rules }) => ({
    name,
    rules: rules.map((rule) => ({ ...rule, expr: inNamespace(rule.expr) })),
  }));
  return `# Written by \`npm run monitoring\`.\n${stringify({ groups: own }, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}
