import { html, nothing, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext } from "../../app/page.ts";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { idleForm } from "../../elements/form.ts";
import { pageOf, pager } from "../../elements/pager.ts";
import { table } from "../../elements/table.ts";
import { time } from "../../format/time.ts";
import { changeDialog, inviteDialog, linkDialog, removeDialog } from "./team-dialogs.ts";
import { teamPlace } from "./team-place.ts";
import type { Invitation, Loaded, Member, State, TeamContext } from "./team-state.ts";
import { teamTexts } from "./team-texts.ts";

const PATH = teamPlace.path;

export const teamPage = definePage({
  ...teamPlace,
  texts: teamTexts,
  start: (): State => ({ form: idleForm, dialog: undefined, access: undefined }),
  load: async ({ app, query, signal }: LoadContext): Promise<Loaded> => {
    const [members, invitations, profile] = await Promise.all([
      app.api.get("/api/members", { query: pageOf(query), signal }),
      app.api.get("/api/invitations", { query: { limit: 100 }, signal }),
      app.api.get("/api/profile", { signal }),
    ]);
    return { members, invitations: invitations.data, profile: profile.data };
  },
  actions: ({ texts, change }) =>
    html`${button(texts.invite, () => change({ dialog: { kind: "invite" }, form: idleForm }))}`,
  view: (context) => {
    const { app, texts, data, state, query } = context;
    return html`<p>${texts.intro} <a class="link" href="/docs/team">${texts.docs}</a></p>
      <div class="list stack">
        ${memberTable(context)}
        ${pager({ meta: data.members.meta, path: PATH, query, shared: app.shared })}
        ${card("invitations", texts.invitations, invitationsView(context))}
        ${app.session?.member.role === "owner" ? card("require", texts.requireTitle, requireView(context)) : nothing}
      </div>
      ${dialogOf(context, state.dialog)}`;
  },
});

function dialogOf(context: TeamContext, dialog: State["dialog"]): TemplateResult | typeof nothing {
  if (dialog === undefined) return nothing;
  if (dialog.kind === "invite") return inviteDialog(context);
  if (dialog.kind === "link") return linkDialog(context, dialog.link);
  return dialog.kind === "change"
    ? changeDialog(context, dialog.member)
    : removeDialog(context, dialog.member);
}

function memberTable(context: TeamContext): TemplateResult {
  const { app, texts, data } = context;
  const { shared, language } = app;
  return table({
    caption: texts.title,
    rows: data.members.data,
    columns: [
      {
        title: texts.person,
        cell: ({ name, email, emailConfirmed }) =>
          html`<strong>${name}</strong>${email === null ? nothing : html`<br /><code>${email}</code>`}
            ${emailConfirmed ? nothing : badge("warn", texts.unconfirmed)}`,
      },
      { title: texts.role, cell: ({ role }) => shared.roles[role] },
      { title: texts.twoFactor, cell: ({ twoFactor }) => (twoFactor ? shared.yes : shared.no) },
      { title: texts.since, cell: ({ createdAt }) => time(createdAt, language, "day") },
      { title: shared.actions, cell: (member) => memberActions(context, member) },
    ],
  });
}

function memberActions({ app, texts, change }: TeamContext, member: Member): TemplateResult {
  if (member.isYou) return badge("plain", texts.you);
  if (member.isHolder) return badge("plain", texts.holder);
  // As the API has it: a manager does not touch owners.
  if (member.role === "owner" && app.session?.member.role !== "owner") return html`–`;
  const open = (kind: "change" | "remove") => () => {
    if (kind === "change") return change({ dialog: { kind, member }, form: idleForm });
    void app.attempt(async () => {
      const { data: access } = await app.api.get("/api/members/{id}/access", { params: { id: member.id } });
      change({ dialog: { kind, member }, form: idleForm, access });
    });
  };
  return html`<div class="actions">
    ${member.email === null ? nothing : button(texts.change, open("change"), { look: "quiet", of: member.name })}
    ${button(texts.remove, open("remove"), { look: "danger", of: member.name })}
  </div>`;
}

function invitationsView(context: TeamContext): TemplateResult {
  const { app, texts, data, reload } = context;
  const { shared, language } = app;
  if (data.invitations.length === 0) return html`<p>${texts.noInvitations}</p>`;
  const revoke = ({ id }: Invitation) =>
    app.attempt(async () => {
      await app.api.remove("/api/invitations/{id}", { params: { id } });
      app.announce(texts.revoked);
      await reload();
    });
  return table({
    caption: texts.invitations,
    rows: data.invitations,
    columns: [
      { title: shared.email, cell: ({ email }) => html`<code>${email}</code>` },
      { title: texts.role, cell: ({ role }) => shared.roles[role] },
      { title: texts.invitedBy, cell: ({ invitedBy }) => html`<span>${invitedBy}</span>` },
      { title: texts.expires, cell: ({ expiresAt }) => time(expiresAt, language) },
      {
        title: shared.actions,
        cell: (invitation) =>
          button(texts.revoke, () => void revoke(invitation), { look: "danger", of: invitation.email }),
      },
    ],
  });
}

function requireView({ app, texts, data, reload }: TeamContext): TemplateResult {
  const { twoFactorRequired } = data.profile;
  const set = () =>
    app.attempt(async () => {
      await app.api.patch("/api/profile", { twoFactorRequired: !twoFactorRequired });
      app.announce(app.shared.saved);
      await reload();
    });
  return html`<p>
      ${badge(twoFactorRequired ? "good" : "plain", twoFactorRequired ? texts.isRequired : texts.isNotRequired)}
    </p>
    <p>${texts.requireText}</p>
    <p>${button(twoFactorRequired ? texts.unrequire : texts.require, () => void set(), { look: "quiet" })}</p>`;
}
