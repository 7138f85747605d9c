import { html, nothing, type TemplateResult } from "lit-html";
import { shownOnce } from "../../api/shown-once.ts";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { copyButton } from "../../elements/copy-button.ts";
import { confirmation, dialog, formDialog } from "../../elements/dialog.ts";
import { idleForm } from "../../elements/form.ts";
import { time } from "../../format/time.ts";
import type { Chat, ProfileContext } from "./profile-state.ts";
import { telegramTexts } from "./telegram-texts.ts";

const topics = [
  "review_needed",
  "receipt_reused",
  "credits_low",
  "daily_summary",
] as const satisfies Chat["topics"];

/** Hidden if the operator has set up no bot. */
export function telegramView(context: ProfileContext): TemplateResult | typeof nothing {
  const { app, data, change } = context;
  const { telegram } = data;
  if (!telegram.enabled) return nothing;
  const texts = telegramTexts[app.language];
  return card(
    "telegram",
    texts.title,
    html`<p>${texts.intro}</p>
      ${
        telegram.chats.length === 0
          ? html`<p class="soft">${texts.none}</p>`
          : html`<ul class="stack">
            ${telegram.chats.map((chat) => chatView(context, chat))}
          </ul>`
      }
      <p>
        ${button(texts.link, () =>
          app.attempt(async () => {
            const { data: code } = await app.api.post("/api/telegram/codes", undefined);
            change({ telegramDialog: { kind: "code", code } });
          }),
        )}
      </p>
      ${dialogView(context)}`,
  );
}

function chatView({ app, change }: ProfileContext, chat: Chat): TemplateResult {
  const texts = telegramTexts[app.language];
  const open = (kind: "change" | "unlink") => () =>
    change({ telegramDialog: { kind, chat }, telegramForm: idleForm });
  const chosen = topics.filter((topic) => chat.topics.includes(topic)).map((topic) => texts.topics[topic]);
  return html`<li>
    <p><strong>${chat.name}</strong></p>
    ${
      chat.blockedAt === null
        ? html`<p class="soft">${chosen.length === 0 ? texts.noTopics : chosen.join(" · ")}</p>`
        : html`<p>${badge("bad", texts.blocked)} ${time(chat.blockedAt, app.language)}</p>
            <p>${texts.blockedTodo}</p>`
    }
    <p class="actions">
      ${chat.blockedAt === null ? button(texts.choose, open("change"), { of: chat.name }) : nothing}
      ${button(texts.unlink, open("unlink"), { look: "danger", of: chat.name })}
    </p>
  </li>`;
}

function dialogView(context: ProfileContext): TemplateResult | typeof nothing {
  const { app, state, change, reload } = context;
  const shown = state.telegramDialog;
  if (shown === undefined) return nothing;
  const texts = telegramTexts[app.language];
  const onClose = () => change({ telegramDialog: undefined });
  if (shown.kind === "code") {
    const { code, url, expiresAt } = shown.code;
    return dialog({
      title: texts.link,
      app,
      onClose: () => {
        onClose();
        void reload();
      },
      body: html`<p>${texts.codeText}</p>
        <p><code>${code}</code> ${copyButton(app, shownOnce(code), texts.code)}</p>
        ${url === null ? nothing : html`<p><a class="link" href=${url} target="_blank" rel="noopener noreferrer">${texts.open}</a></p>`}
        <p class="soft">${texts.until} ${time(expiresAt, app.language)}</p>`,
    });
  }
  const { chat } = shown;
  const settings = {
    app,
    form: state.telegramForm,
    set: (telegramForm: ProfileContext["state"]["telegramForm"]) => change({ telegramForm }),
    onClose,
  };
  const params = { id: chat.id };
  if (shown.kind === "unlink")
    return confirmation({
      ...settings,
      title: texts.unlink,
      effect: texts.unlinkEffect,
      action: texts.unlink,
      send: async () => {
        await app.api.remove("/api/telegram/chats/{id}", { params });
        onClose();
        app.announce(texts.unlinked);
        void reload();
      },
    });
  return formDialog({
    ...settings,
    title: texts.choose,
    send: async (values) => {
      const chosen = topics.filter((topic) => values.all("topics").includes(topic));
      const body = {
        // Only a change of these needs a proof of identity.
        ...(chosen.join() !== topics.filter((topic) => chat.topics.includes(topic)).join() && {
          topics: chosen,
        }),
        ...(values.isChecked("mayVerify") !== chat.mayVerify && { mayVerify: !chat.mayVerify }),
        summaryHour: Number(values.text("summaryHour")),
        language: values.text("language") === "am" ? ("am" as const) : ("en" as const),
      };
      await app.api.patch("/api/telegram/chats/{id}", body, { params });
      onClose();
      app.announce(app.shared.saved);
      void reload();
    },
    body: ({ select, choices, submit }) =>
      html`${choices({
        name: "topics",
        label: texts.messages,
        choices: topics.map((topic) => ({
          value: topic,
          label: texts.topics[topic],
          isChosen: chat.topics.includes(topic),
        })),
      })}
      ${select({
        name: "summaryHour",
        label: texts.summaryHour,
        value: String(chat.summaryHour),
        options: Array.from({ length: 24 }, (_, hour) => [
          String(hour),
          `${String(hour).padStart(2, "0")}:00`,
        ]),
      })}
      ${select({
        name: "language",
        label: texts.language,
        value: chat.language,
        options: [
          ["en", "English"],
          ["am", "አማርኛ"],
        ],
      })}
      ${choices({
        name: "mayVerify",
        label: texts.receipts,
        choices: [{ value: "yes", label: texts.mayVerify, isChosen: chat.mayVerify }],
      })}
      ${submit(app.shared.save)}`,
  });
}
