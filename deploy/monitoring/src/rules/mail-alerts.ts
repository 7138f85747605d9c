import type { CauseAlert } from "./alert.ts";
import { minutes } from "./time-scale.ts";

const due = "mail_oldest_due_timestamp_seconds";
const mails = (outcome: string) => `mails_total{outcome="${outcome}"}`;

export const mailAlerts: readonly CauseAlert[] = [
  {
    name: "MailsNotSent",
    severity: "ticket",
    service: "gateway",
    expr: (time) => {
      const window = time.duration(minutes(30));
      const some = (outcome: string, least: number) =>
        `sum(increase(${mails(outcome)}[${window}])) > ${least}`;
      return [
        `(time() - min(${due}) > ${time.seconds(600)})`,
        `(${some("failed", 2)} unless ${some("sent", 0)})`,
        `(${some("held_back", 0)})`,
      ].join(" or ");
    },
    forSeconds: minutes(5),
    summary: "Mails are not sent",
    description:
      "Registrations cannot be confirmed and passwords cannot be reset: the mail server accepts nothing, no gateway sends, or the hourly limit is reached.",
    proof: {
      atSeconds: minutes(40),
      firing: { [mails("failed")]: "0+1x45", [mails("sent")]: "7x45" },
      silent: [
        ["some are sent", { [mails("failed")]: "0+1x45", [mails("sent")]: "0+1x45" }],
        ["two attempts have failed", { [mails("failed")]: "0x35 1x10", [mails("sent")]: "0x45" }],
        ["due for ten minutes", { [due]: "-600+60x45" }],
      ],
    },
  },
];
