import { html, type TemplateResult } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import type { DataAt } from "../../api/api-routes.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { field } from "../../elements/field.ts";
import {
  type FormState,
  formFault,
  idleForm,
  requireEntered,
  submitButton,
  submitForm,
} from "../../elements/form.ts";
import { details } from "../../elements/table.ts";
import { time } from "../../format/time.ts";
import { logoView, type PickedLogo } from "./logo-view.ts";
import { type ProfileTexts, profileTexts } from "./profile-texts.ts";

interface Loaded {
  readonly profile: DataAt<"get", "/api/profile">;
  /** The address of the picture, which the browser holds until it is told. */
  readonly logo: string | undefined;
}

interface State {
  readonly form: FormState;
  readonly logoForm: FormState;
  readonly picked: PickedLogo | undefined;
  readonly isRemoving: boolean;
}

export type ProfileContext = ViewContext<ProfileTexts, Loaded, State>;

export const profilePage = definePage({
  name: "profile",
  path: "/profile",
  nav: { group: "account", icon: "person" },
  texts: profileTexts,
  start: (): State => ({ form: idleForm, logoForm: idleForm, picked: undefined, isRemoving: false }),
  load: async (context): Promise<Loaded> => {
    const { app, signal } = context;
    const [profile, picture] = await Promise.all([
      app.api.get("/api/profile", { signal }),
      findLogo(context),
    ]);
    const logo = picture === undefined ? undefined : URL.createObjectURL(picture);
    return { profile: profile.data, logo };
  },
  view: (context) =>
    html`<div class="columns">
      <div class="stack">${namesView(context)} ${dataView(context)}</div>
      ${logoView(context)}
    </div>`,
  live:
    ({ data: { logo } }) =>
    () => {
      if (logo !== undefined) URL.revokeObjectURL(logo);
    },
});

async function findLogo({ app, signal }: LoadContext): Promise<Blob | undefined> {
  try {
    return await app.api.getFile("/api/profile/logo", "image/*", { signal });
  } catch (error) {
    if (error instanceof ApiFault && error.code === "not_found") return undefined;
    throw error;
  }
}

function namesView({ app, texts, data, state, change, reload }: ProfileContext): TemplateResult {
  const { shared, language } = app;
  const { form } = state;
  const { profile } = data;
  const submit = (event: SubmitEvent) =>
    submitForm(event, {
      set: (next) => change({ form: next }),
      send: async (values) => {
        requireEntered(values, profile.businessName === null ? ["name"] : ["name", "businessName"]);
        const businessName = values.text("businessName").trim();
        await app.api.patch("/api/profile", {
          name: values.text("name"),
          ...(businessName === "" ? {} : { businessName }),
        });
        // The header shows the name as well.
        app.setSession((await app.api.get("/api/auth/session")).data);
        app.announce(shared.saved);
        await reload();
      },
    });
  return html`<section class="card" aria-labelledby="names">
    <h2 id="names">${texts.names}</h2>
    <form class="stack" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
      ${formFault(form, shared, ["name", "businessName"])}
      ${field({ name: "name", label: texts.name, value: profile.name, autocomplete: "name", shared, form })}
      ${field({
        name: "businessName",
        label: texts.businessName,
        hint: texts.businessHint,
        value: profile.businessName ?? "",
        autocomplete: "organization",
        isOptional: profile.businessName === null,
        shared,
        form,
      })}
      ${submitButton(shared.save, form)}
    </form>
    ${details([
      [texts.email, profile.email],
      [texts.since, time(profile.createdAt, language, "day")],
    ])}
  </section>`;
}

function dataView({ texts }: ProfileContext): TemplateResult {
  return html`<section class="card" aria-labelledby="data">
    <h2 id="data">${texts.data}</h2>
    <p>${texts.dataText}</p>
    <p>${texts.eraseText}</p>
    <p><a class="link" href=${addressOfPage("/audit")}>${texts.toAudit}</a></p>
  </section>`;
}
