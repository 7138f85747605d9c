import { html, htmlText, inlineSource, sendPage } from "@receipts/web-pages";
import type { Request, RequestHandler } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { pageRouter } from "../http/mount-page.ts";
import type { Mail } from "./compose-mail.ts";
import type { KeptMails } from "./mail-sender.ts";

/** Links and addresses can be wider than a phone. */
const style = "body{overflow-wrap:anywhere}";

const headers = {
  "Content-Security-Policy": `default-src 'none'; style-src ${inlineSource(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex, nofollow",
};

/**
 * Shows the mails of a development system. Their links open accounts, so only browsers on this machine can read them.
 * The host name must be ours: a foreign page could resolve its own name to this machine.
 */
export function keptMailsRoutes({
  kept,
  publicBaseUrl,
}: {
  readonly kept: Pick<KeptMails, "list"> | undefined;
  readonly publicBaseUrl: string;
}): RequestHandler {
  const ours = new URL(publicBaseUrl).hostname;
  const show: RequestHandler = async (request, response) => {
    if (kept === undefined || !isLocal(request, ours)) throw new ApiProblem("not_found");
    response.set(headers);
    await sendPage(request, response, { status: 200, text: pageOf(kept.list()) });
  };
  return pageRouter([{ paths: "/dashboard/mail", handlers: [show] }]);
}

function isLocal(request: Request, ours: string): boolean {
  const peer = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const name = URL.parse(`http://${request.get("host")}`)?.hostname ?? "";
  const isThisMachine = peer === "::1" || peer.startsWith("127.");
  const isForwarded = request.get("x-forwarded-for") !== undefined || request.get("forwarded") !== undefined;
  return isThisMachine && !isForwarded && [ours, "localhost", "127.0.0.1", "[::1]"].includes(name);
}

/** Browsers do not turn addresses in the text into links, so the page does. */
function pageOf(mails: readonly Mail[]): string {
  return htmlText(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Email</title><style>${style}</style></head>
<body><main><h1>Email</h1>
<p>SMTP_URL is not set: emails are kept in memory and shown here. Reload the page to see later ones.</p>
${mails.length === 0 && html`<p>No emails yet.</p>`}
${mails.map(
  ({ to, subject, text }) => html`<article><h2>${subject}</h2><p>To: ${to}</p>
${text.split("\n\n").map((part) => html`<p>${/^https?:\/\/\S+$/.test(part) ? html`<a href="${part}">${part}</a>` : part}</p>`)}
</article>`,
)}
</main></body></html>`);
}
