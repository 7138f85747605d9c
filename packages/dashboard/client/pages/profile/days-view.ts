import type { TemplateResult } from "lit-html";
import { html } from "lit-html";
import { card } from "../../elements/card.ts";
import { formView } from "../../elements/form.ts";
import type { ProfileContext } from "./profile-page.ts";

/** Zones that the browser knows. Their own comes first: it can be missing, because zones have several names. */
const zonesFrom = (own: string) => [
  ...new Set([own, "Africa/Addis_Ababa", "UTC", ...Intl.supportedValuesOf("timeZone")]),
];

/** In which zone and calendar times are shown and days begin. */
export function daysView({ app, texts, data, state, change, reload }: ProfileContext): TemplateResult {
  const { timeZone, calendar } = data.profile;
  return card(
    "days",
    texts.days,
    formView({
      app,
      form: state.daysForm,
      set: (daysForm) => change({ daysForm }),
      send: async (values) => {
        await app.api.patch("/api/profile", {
          timeZone: values.text("timeZone"),
          calendar: values.text("calendar") === "ethiopian" ? "ethiopian" : "gregorian",
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
        <p class="hint">${texts.daysHint}</p>
        ${submit(texts.saveDays)}`,
    }),
  );
}
