import { type Html, html, languageNames, type PageLanguage, pageLanguages } from "@receipts/web-pages";
import { type FirstFrameTexts, firstFrameTexts } from "./first-frame-texts.ts";

/** Where the form of the first frame is sent: below the path of the cookie that knows a browser. */
export const SIGN_IN_FORM_PATH = "/api/auth/sign-in";

/** Pages that people open without a session, beside the sign-in page. */
const OUTSIDE = /^\/dashboard\/(?:sign-up|confirm|forgot|reset|join)$/;
const SIGN_IN = /^\/dashboard\/sign-in$/;

export interface FirstFrame {
  readonly language: PageLanguage;
  /** Of the call, with its query. */
  readonly address: URL;
  readonly hasCookie: boolean;
  /** Address of the picture before the brand. */
  readonly mark: string;
}

/** What a browser shows until the client draws: the form of the sign-in page, or the outline of another. */
export function firstFrame(frame: FirstFrame): Html {
  const { pathname, searchParams } = frame.address;
  if (SIGN_IN.test(pathname)) return signInFrame({ ...frame, next: searchParams.get("next") ?? "/" });
  if (OUTSIDE.test(pathname)) return outsideFrame(frame, skeleton(firstFrameTexts[frame.language]));
  if (!frame.hasCookie) return signInFrame({ ...frame, next: pathBelow(frame.address) });
  return html`${header(frame, "top")}
<div class="frame"><nav class="navigation"></nav><main id="main">${skeleton(firstFrameTexts[frame.language])}</main></div>`;
}

export type SignInRefusal = keyof Pick<
  FirstFrameTexts,
  "wrong" | "wrongCode" | "needsCode" | "tooMany" | "unavailable" | "noAccountLeft" | "failed"
>;

export interface SignInFrame extends Omit<FirstFrame, "hasCookie"> {
  /** Path below the dashboard to open then. */
  readonly next: string;
  readonly email?: string;
  readonly refusal?: SignInRefusal;
}

/** Works without a script too: then the form itself is sent. The password is never written into a page. */
export function signInFrame(frame: SignInFrame): Html {
  const { language, next, email = "", refusal } = frame;
  const texts = firstFrameTexts[language];
  const query = new URLSearchParams({ next, lang: language });
  const needsCode = refusal === "needsCode" || refusal === "wrongCode";
  return outsideFrame(
    frame,
    html`<header class="page-head"><h1 tabindex="-1">${texts.title}</h1></header>
<div class="page-body"><form class="card" method="post" action="${`${SIGN_IN_FORM_PATH}?${query}`}">
${refusal !== undefined && html`<div class="notice bad" role="alert"><p><strong>${texts[refusal]}</strong></p></div>`}
<div class="field"><label for="field-email">${texts.email}</label><input id="field-email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${email}"></div>
<div class="field"><label for="field-password">${texts.password}</label><input id="field-password" name="password" type="password" autocomplete="current-password" required></div>
${needsCode && html`<div class="field"><label for="field-code">${texts.code}</label><p class="hint" id="hint-code">${texts.codeHint}</p><input id="field-code" name="code" autocomplete="one-time-code" aria-describedby="hint-code" required></div>`}
<button type="submit" class="button">${texts.submit}</button></form>
<p class="below"><a href="/dashboard/forgot">${texts.forgotten}</a></p>
<p class="below">${texts.noAccount} <a href="/dashboard/sign-up">${texts.signUp}</a></p></div>`,
  );
}

/** The address below the dashboard, as the client knows it. */
function pathBelow({ pathname, searchParams }: URL): string {
  const path = pathname.replace(/^\/dashboard\/?/, "/");
  const query = new URLSearchParams(searchParams);
  query.delete("lang");
  return query.size === 0 ? path : `${path}?${query}`;
}

function outsideFrame(frame: Omit<FirstFrame, "hasCookie">, body: Html): Html {
  return html`${header(frame, "top outside")}<main id="main" class="outside">${body}</main>`;
}

function header({ language, mark, address }: Omit<FirstFrame, "hasCookie">, className: string): Html {
  const others = pageLanguages.filter((each) => each !== language);
  const addressIn = (chosen: PageLanguage) => {
    const query = new URLSearchParams(address.searchParams);
    query.set("lang", chosen);
    return `${address.pathname}?${query}`;
  };
  return html`<header class="${className}"><span class="brand"><img class="icon" alt="" src="${mark}"><span>${firstFrameTexts[language].brand}</span></span>
<div class="languages">${others.map((each) => html`<a class="quiet" lang="${each}" href="${addressIn(each)}">${languageNames[each]}</a>`)}</div></header>`;
}

function skeleton({ loading }: FirstFrameTexts): Html {
  return html`<div class="skeleton"><p class="unseen" role="status">${loading}</p><div class="bone wide"></div><div class="bone"></div><div class="bone"></div><div class="bone short"></div></div>`;
}
