import { html, type TemplateResult } from "lit-html";
import type { Step } from "../../elements/timeline.ts";
import { duration, time, timeText } from "../../format/time.ts";
import type { RequestContext, RequestStory } from "./request-state.ts";

/** The attempts at the bank, or the reason for none. */
export function bankStep(context: RequestContext, { record, asked }: RequestStory): Step {
  const { texts } = context;
  const at = asked.attempts[0]?.startedAt ?? asked.startedAt ?? undefined;
  if (record.recheck !== undefined) return notBookedStep(context, { asked, at, recheck: record.recheck });
  if (record.result === null) return unfinishedStep(context, asked, at);
  const forReceipt = asked.attempts.filter(({ about }) => about === "receipt");
  if (forReceipt.length > 0) {
    const isAnswered = forReceipt.some(({ outcome }) => outcome !== "unavailable");
    return {
      tone: isAnswered ? "good" : "bad",
      icon: isAnswered ? "check" : "cross",
      title: texts.attempts(asked.attempts.length),
      at,
      body: attemptsView(context, asked),
    };
  }
  if (asked.answeredFrom === "cache") {
    return {
      tone: "good",
      icon: "check",
      title: texts.fromCache,
      at,
      body: html`<p>${texts.fromCacheText}</p>${asked.attempts.length > 0 ? attemptsView(context, asked) : ""}`,
    };
  }
  return { tone: "plain", icon: "clock", title: texts.noAttempts, at };
}

function notBookedStep(
  context: RequestContext,
  {
    asked,
    at,
    recheck,
  }: {
    readonly asked: RequestStory["asked"];
    readonly at: string | undefined;
    readonly recheck: NonNullable<RequestStory["record"]["recheck"]>;
  },
): Step {
  const { app, texts } = context;
  const [next, until] = [recheck.nextAt, recheck.until].map((moment) => timeText(moment, app.language));
  return {
    tone: "busy",
    icon: "clock",
    title: texts.notBooked,
    at,
    body: html`${attemptsView(context, asked)}<p>${texts.notBookedText(next ?? "", until ?? "")}</p>`,
  };
}

function unfinishedStep(context: RequestContext, asked: RequestStory["asked"], at: string | undefined): Step {
  const { texts } = context;
  const isWaiting = asked.startedAt === null || asked.isParked;
  const waits = html`<p>${asked.isParked ? texts.parkedText : texts.waitingText}</p>`;
  return {
    tone: "busy",
    icon: "clock",
    title: isWaiting ? texts.waiting : texts.querying,
    at,
    body: html`${asked.attempts.length > 0 ? attemptsView(context, asked) : ""}${isWaiting ? waits : ""}`,
  };
}

function attemptsView({ app, texts }: RequestContext, { attempts }: RequestStory["asked"]): TemplateResult {
  return html`<ol class="attempts">
    ${attempts.map(
      ({ about, outcome, startedAt, durationMs }) =>
        html`<li>
          ${(about === "receiver" ? texts.receiverTexts : texts.attemptTexts)[outcome]}
          <span class="soft">${time(startedAt, app.language, "clock")}, ${duration(durationMs, app.language)}</span>
        </li>`,
    )}
  </ol>`;
}
