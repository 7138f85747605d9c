import type { TemplateResult } from "lit-html";
import { html } from "lit-html";
import { card } from "../../elements/card.ts";
import { formView } from "../../elements/form.ts";
import { hourText } from "../../format/time.ts";
import type { ProfileContext } from "./profile-state.ts";

/** Zones that the browser knows. Their own comes first: it can be missing, because zones have several names. */
const zonesFrom = (own: string) => [
  ...new Set([own, "Africa/Addis_Ababa", "UTC", ...Intl.supportedValuesOf("timeZone")]),
];

type OldPayments = ProfileContext["data"]["profile"]["oldPayments"];

const EVENING_RULE = "review_before_last_evening";
const EVENING = 18;
const usualHours = [12, 24, 48, 72, 168];
/** The account may have set other hours through the API. */
const hoursFrom = (own: OldPayments) =>
  [...new Set([...usualHours, ...(typeof own === "number" ? [own] : [])])].sort((a, b) => a - b);
const oldPaymentsOf = (text: string): OldPayments =>
  text === "off" || text === EVENING_RULE ? text : Number(text);

/** In which zone and calendar times are shown and days begin. */
export function daysView({ app, texts, data, state, change, reload }: ProfileContext): TemplateResult {
  const { timeZone, calendar, clock, oldPayments, oldPaymentsChosen, summaryMailHour } = data.profile;
  return card(
    "days",
    texts.days,
    formView({
      app,
      form: state.daysForm,
      set: (daysForm) => change({ daysForm }),
      send: async (values) => {
        const age = oldPaymentsOf(values.text("oldPayments"));
        const chosenClock = values.text("clock") === "ethiopian" ? "ethiopian" : "international";
        const chosen = values.text("summaryMailHour");
        const hour = chosen === "" ? null : Number(chosen);
        await app.api.patch("/api/profile", {
          timeZone: values.text("timeZone"),
          calendar: values.text("calendar") === "ethiopian" ? "ethiopian" : "gregorian",
          ...(chosenClock === (clock ?? "international") ? {} : { clock: chosenClock }),
          ...(hour === (summaryMailHour ?? null) ? {} : { summaryMailHour: hour }),
          // It needs a proof of identity, so it is not sent along with other changes.
          ...(age === oldPayments && oldPaymentsChosen ? {} : { oldPayments: age }),
        });
        app.setSession((await app.api.get("/api/auth/session")).data);
        app.announce(app.shared.saved);
        await reload();
      },
      body: ({ select, submit }) =>
        html`${select({
          name: "timeZone",
          label: texts.timeZone,
          value: timeZone,
          options: zonesFrom(timeZone).map((zone) => [zone, zone]),
        })}
        ${select({
          name: "calendar",
          label: texts.calendar,
          value: calendar,
          options: Object.entries(texts.calendars),
        })}
        ${select({ name: "clock", label: texts.clock, value: clock, options: Object.entries(texts.clocks) })}
        <p class="hint">${texts.daysHint}</p>
        ${select({
          name: "oldPayments",
          label: texts.oldPayments,
          hint: texts.oldPaymentsHint,
          value: String(oldPayments),
          options: [
            [EVENING_RULE, texts.lastEvening(hourText(EVENING, app.language))],
            ...hoursFrom(oldPayments).map((hours): [string, string] => [
              String(hours),
              texts.hoursOld(hours),
            ]),
            ["off", texts.neverOld],
          ],
        })}
        ${select({
          name: "summaryMailHour",
          label: texts.summaryMail,
          hint: texts.summaryMailHint(data.profile.email),
          value: String(summaryMailHour ?? ""),
          options: [
            ["", texts.noSummary],
            ...Array.from({ length: 24 }, (_none, hour): [string, string] => [
              String(hour),
              hourText(hour, app.language),
            ]),
          ],
        })}
        ${submit(texts.saveDays)}`,
    }),
  );
}
