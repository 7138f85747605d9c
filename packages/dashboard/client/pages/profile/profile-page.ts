import { html, type TemplateResult } from "lit-html";
import { unlessNotFound } from "../../api/api-fault.ts";
import { definePage } from "../../app/define-page.ts";
import { card } from "../../elements/card.ts";
import { formOf, formView, idleForm, requireEntered } from "../../elements/form.ts";
import { details } from "../../elements/table.ts";
import { time } from "../../format/time.ts";
import { daysView } from "./days-view.ts";
import { logoView } from "./logo-view.ts";
import { ownDataView } from "./own-data-view.ts";
import type { Loaded, ProfileContext, State } from "./profile-state.ts";
import { profileTexts } from "./profile-texts.ts";
import { telegramView } from "./telegram-view.ts";

export const profilePage = definePage({
  name: "profile",
  path: "/profile",
  roles: ["owner", "manager"],
  nav: { group: "settings", icon: "person" },
  texts: profileTexts,
  start: (): State => ({
    form: idleForm,
    daysForm: idleForm,
    logoForm: idleForm,
    picked: undefined,
    isRemoving: false,
    telegramDialog: undefined,
    telegramForm: idleForm,
    ownDataDialog: undefined,
    ownDataForm: idleForm,
  }),
  load: async ({ app, signal }): Promise<Loaded> => {
    const [profile, picture, telegram] = await Promise.all([
      app.api.get("/api/profile", { signal }),
      unlessNotFound(app.api.getFile("/api/profile/logo", "image/*", { signal })),
      app.api.get("/api/telegram", { signal }),
    ]);
    const logo = picture === undefined ? undefined : URL.createObjectURL(picture);
    return { profile: profile.data, telegram: telegram.data, logo };
  },
  view: (context) =>
    html`<div class="columns">
      <div class="stack">${namesView(context)} ${daysView(context)} ${ownDataView(context)}</div>
      <div class="stack">${logoView(context)} ${telegramView(context)}</div>
    </div>`,
  live:
    ({ data: { logo } }) =>
    () => {
      if (logo !== undefined) URL.revokeObjectURL(logo);
    },
});

function namesView(context: ProfileContext): TemplateResult {
  const { app, texts, data, reload } = context;
  const { shared, language } = app;
  const { profile } = data;
  const form = formView({
    ...formOf(context),
    send: async (values) => {
      requireEntered(values, ["name"]);
      await app.api.patch("/api/profile", {
        name: values.text("name"),
        businessName: values.optional("businessName") ?? null,
      });
      // The header shows the name too.
      app.setSession((await app.api.get("/api/auth/session")).data);
      app.announce(shared.saved);
      await reload();
    },
    body: ({ field, submit }) =>
      html`${field({ name: "name", label: shared.yourName, value: profile.name, autocomplete: "name" })}
      ${field({
        name: "businessName",
        label: texts.businessName,
        hint: texts.businessHint,
        value: profile.businessName ?? "",
        autocomplete: "organization",
        isOptional: true,
      })}
      ${submit(shared.save)}`,
  });
  const facts = details([
    [shared.email, profile.email],
    [texts.since, time(profile.createdAt, language, "day")],
  ]);
  return card("names", texts.names, html`${form} ${facts}`);
}
