import { html, nothing, type TemplateResult } from "lit-html";
import { confirmation, dialogOf, endDialog, formDialog } from "../../elements/dialog.ts";
import { secretDialog } from "../../elements/secret-dialog.ts";
import { isolated } from "../../format/isolated.ts";
import { timeText } from "../../format/time.ts";
import type { Member, TeamContext } from "./team-state.ts";

const signInRoles = ["owner", "manager", "developer"] as const;

/** Only an owner makes owners. */
function roleOptions({ app }: TeamContext): (readonly [string, string])[] {
  const isOwner = app.session?.member.role === "owner";
  return signInRoles
    .filter((role) => isOwner || role !== "owner")
    .map((role) => [role, app.shared.roles[role]] as const);
}

const roleIn = (text: string) => signInRoles.find((role) => role === text) ?? "developer";

export function inviteDialog(context: TeamContext): TemplateResult {
  const { app, texts, change, reload } = context;
  return formDialog({
    ...dialogOf(context),
    title: texts.invite,
    send: async (values) => {
      const body = { email: values.text("email"), role: roleIn(values.text("role")) };
      const { link } = (await app.api.post("/api/invitations", body)).data;
      change({ dialog: link === null ? undefined : { kind: "link", link } });
      if (link === null) app.announce(texts.invited);
      await reload();
    },
    body: ({ field, select, submit }) =>
      html`${field({ name: "email", label: app.shared.email, hint: texts.inviteHint, type: "email" })}
        ${select({ name: "role", label: texts.role, value: "developer", options: roleOptions(context) })}
        ${submit(texts.invite)}`,
  });
}

/** Without a mail server the person who invites passes the link on. */
export function linkDialog({ app, texts, change }: TeamContext, link: string): TemplateResult {
  return secretDialog({
    title: texts.linkTitle,
    secret: link,
    what: texts.link,
    warning: texts.linkOnce,
    app,
    next: texts.linkNext,
    done: app.shared.close,
    onClose: () => change({ dialog: undefined }),
  });
}

export function changeDialog(context: TeamContext, member: Member): TemplateResult {
  const { app, texts } = context;
  return formDialog({
    ...dialogOf(context),
    title: texts.change,
    send: async (values) => {
      const params = { id: member.id };
      await app.api.patch("/api/members/{id}", { role: roleIn(values.text("role")) }, { params });
      void endDialog(context, texts.changed);
    },
    body: ({ select, submit }) =>
      html`<p><strong>${member.name}</strong></p>
        ${select({ name: "role", label: texts.role, value: member.role, options: roleOptions(context) })}
        ${submit(app.shared.save)}`,
  });
}

export function removeDialog(context: TeamContext, member: Member): TemplateResult {
  const { app, texts } = context;
  return confirmation({
    ...dialogOf(context),
    title: texts.removeTitle(isolated(member.name)),
    effect: removalView(context),
    action: texts.remove,
    send: async (values) => {
      const chosen = ["takeOverKeys", "revokeTills", "disableEndpoints"].filter((name) =>
        values.isChecked(name),
      );
      const body = Object.fromEntries(chosen.map((name) => [name, true]));
      await app.api.remove("/api/members/{id}", { params: { id: member.id }, body });
      void endDialog(context, texts.removed);
    },
  });
}

/** The person's access, which ends. An owner may keep the keys working. */
function removalView({ app, texts, state }: TeamContext): TemplateResult {
  const { keys = [], tills = [], webhookEndpoints = [] } = state.access ?? {};
  const choice = (name: string, text: string) =>
    html`<label class="choice"><input type="checkbox" name=${name} /><span>${text}</span></label>`;
  const isOwner = app.session?.member.role === "owner";
  return html`<div class="stack"><p>${texts.removeEffect}</p>
    ${
      keys.length === 0
        ? nothing
        : html`<p>${texts.removeKeys}</p>
            <ul class="plain-list">
              ${keys.map(({ name, lastUsedAt }) => {
                const used =
                  lastUsedAt === null ? texts.neverUsed : texts.lastUsed(timeText(lastUsedAt, app.language));
                return html`<li><strong>${name}</strong> <span class="soft">${used}</span></li>`;
              })}
            </ul>`
    }
    ${keys.length === 0 || !isOwner ? nothing : choice("takeOverKeys", texts.takeOverKeys)}
    ${
      tills.length === 0
        ? nothing
        : choice("revokeTills", texts.revokeTills(tills.map(({ name }) => isolated(name)).join(", ")))
    }
    ${
      webhookEndpoints.length === 0
        ? nothing
        : choice(
            "disableEndpoints",
            texts.disableEndpoints(webhookEndpoints.map(({ url }) => url).join(", ")),
          )
    }</div>`;
}
