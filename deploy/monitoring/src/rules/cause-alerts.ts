import { type CauseAlert, withLabels } from "./alert.ts";
import { bankAlerts } from "./bank-alerts.ts";
import { type AlertingRule, type RuleGroup, runbookUrlOf } from "./burn-rate-rules.ts";
import { creditAlerts } from "./credit-alerts.ts";
import { mailAlerts } from "./mail-alerts.ts";
import { messageAlerts } from "./message-alerts.ts";
import { platformAlerts } from "./platform-alerts.ts";
import { statementAlerts } from "./statement-alerts.ts";
import type { TimeScale } from "./time-scale.ts";
import { webhookAlerts } from "./webhook-alerts.ts";

/** Causes worth an alert, even if no objective is in danger. */
export const causeAlerts: Readonly<Record<string, readonly CauseAlert[]>> = {
  banks: bankAlerts,
  messages: messageAlerts,
  webhooks: webhookAlerts,
  credits: creditAlerts,
  mails: mailAlerts,
  statements: statementAlerts,
  platform: platformAlerts,
};

export function causeGroups(time: TimeScale): RuleGroup[] {
  return Object.entries(causeAlerts).map(([name, alerts]) => ({
    name,
    rules: alerts.map((alert) => ruleOf(alert, time)),
  }));
}

function ruleOf(alert: CauseAlert, time: TimeScale): AlertingRule {
  const { forSeconds, keepFiringSeconds } = alert;
  return {
    alert: alert.name,
    expr: alert.expr(time),
    ...(forSeconds === 0 ? {} : { for: time.duration(forSeconds) }),
    ...(keepFiringSeconds === undefined ? {} : { keep_firing_for: time.duration(keepFiringSeconds) }),
    labels: { severity: alert.severity, service: alert.service },
    annotations: annotationsOf(alert, {}),
  };
}

/** Fills in the labels of a firing alert; without labels, returns the template. */
export function annotationsOf(
  { name, summary, description }: CauseAlert,
  labels: Readonly<Record<string, string>>,
): Record<string, string> {
  const fill = (text: string) => (Object.keys(labels).length === 0 ? text : withLabels(text, labels));
  return { summary: fill(summary), description: fill(description), runbook_url: runbookUrlOf(name) };
}
