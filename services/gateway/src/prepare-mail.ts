import { inTransaction, type Pool } from "@receipts/database";
import { both, type PageLanguage, shownTime } from "@receipts/web-pages";
import { tryLockAccount } from "./account-lock/lock-account.ts";
import { queueAccountWebhook } from "./account-webhooks/queue-account-webhook.ts";
import { findAccount, isUnconfirmed } from "./accounts/account-repository.ts";
import {
  findPendingRegistration,
  refusePendingRegistration,
  setRegistrationToken,
} from "./accounts/pending-registration-repository.ts";
import { recordAudit } from "./audit/audit-log.ts";
import { type LinkToken, linkWithToken } from "./mail/link-token.ts";
import type { QueuedMail } from "./mail/mail-repository.ts";
import { findSummarized } from "./mail/queue-mailed-summaries.ts";
import type { PreparedMail, PrepareMail } from "./mail/send-mails.ts";
import { readDaySummary } from "./reports/read-day-summary.ts";
import { openPasswordReset } from "./sessions/sign-in-repository.ts";
import { setInvitationToken } from "./team/invitation-repository.ts";

/** Finds the content of a mail, after the response to the call that requested it. */
export function createPrepareMail(deps: {
  readonly pool: Pool;
  readonly linkToken: (mailId: string) => LinkToken;
  readonly publicBaseUrl: string;
}): PrepareMail {
  const { pool, linkToken } = deps;
  const page = (name: string) => `${deps.publicBaseUrl}/dashboard/${name}`;
  const linkWith = (name: string, { token }: LinkToken) => linkWithToken(page(name), token);
  const signInPage = page("sign-in");

  async function registration(mailId: string): Promise<PreparedMail | undefined> {
    const link = linkToken(mailId);
    return await inTransaction(pool, async (client) => {
      const attempt = await findPendingRegistration(client, mailId);
      if (attempt === undefined) return undefined;
      const owner = await findAccount(client, attempt.email);
      const isFree = owner === undefined || (await isUnconfirmed(client, attempt.email));
      if (isFree || !(await tryLockAccount(client, owner.id))) {
        const isPending = await setRegistrationToken(client, mailId, link.hash);
        return isPending ? { kind: "confirm_registration", link: linkWith("confirm", link) } : undefined;
      }
      if (!(await refusePendingRegistration(client, mailId))) return undefined;
      const { requestId, traceparent, address } = attempt;
      const [action, event] = ["account.registration_attempted", "account.registration_attempted"] as const;
      const actor = { kind: "anonymous", id: null, requestId, address } as const;
      await recordAudit(client, { userId: owner.id, actor, action, subject: owner.id });
      await queueAccountWebhook(client, { requestId, traceparent }, owner.id, { event, data: { requestId } });
      return { kind: "registration_known", link: signInPage };
    });
  }

  async function summary({ content }: QueuedMail): Promise<PreparedMail | undefined> {
    const summarized = content === null ? undefined : await findSummarized(pool, content.memberId);
    if (content === null || summarized === undefined) return undefined;
    const found = await readDaySummary(pool, content.userId, content);
    if (found === undefined) return undefined;
    const dayIn = (language: PageLanguage) => shownTime(new Date(content.to), language, summarized, "day");
    const counts = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)]));
    const figures = { ...counts, day: both(dayIn("en"), dayIn("am")), account: summarized.account };
    return { kind: "daily_summary", link: page(""), figures };
  }

  return async (mail) => {
    const { id, kind, email } = mail;
    // These two prove the address; others would tell a stranger what its sign-in does.
    const isProof = kind === "confirm_registration" || kind === "member_invitation";
    if (!isProof && (await isUnconfirmed(pool, email))) return undefined;
    switch (kind) {
      case "confirm_registration":
        return await registration(id);
      case "reset_password": {
        const link = linkToken(id);
        return (await openPasswordReset(pool, { id, email }, link.hash))
          ? { kind, link: linkWith("reset", link) }
          : undefined;
      }
      case "member_invitation": {
        const link = linkToken(id);
        return (await setInvitationToken(pool, id, link.hash))
          ? { kind, link: linkWith("join", link) }
          : undefined;
      }
      case "webhook_endpoint_disabled":
        return { kind, link: page("webhooks") };
      case "daily_summary":
        return await summary(mail);
      case "owner_invited":
        return { kind, link: page("team") };
      default:
        return { kind, link: signInPage };
    }
  };
}
