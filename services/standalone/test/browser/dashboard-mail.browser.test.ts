import type { Page } from "playwright-core";
import { linkIn, mailbox, type ReceivedMail, tokenIn, useMailbox } from "../mailbox.ts";
import { system } from "../system.ts";
import { browser, keepPicture, useChromium, type Visit, visit } from "./chromium.ts";
import { heading, placesThatKeep } from "./dashboard-visits.ts";
import { openLocalSystem, useLocalSystem } from "./local-system.ts";
import { expectToFit, expectWidth, violations, violationsInTheDark } from "./page-checks.ts";

const PASSWORD = "three plain words together";
const NEXT = "four other words together";
const LAST = "five words never written before";

useChromium();
useMailbox();
useLocalSystem(() => ({ verifiers: [], env: mailbox.env }));

let people = 0;
const anEmail = () => {
  people += 1;
  return `walker${people}@example.test`;
};

const open = (page: Page, path: string) => page.goto(`${system.url}/dashboard${path}`);
/** As in the mail, except for this test's port. */
const follow = async (page: Page, mail: ReceivedMail) => {
  // Comes from another page, as from a mail: on the same page the browser would only change the fragment.
  await page.goto("about:blank");
  await page.goto(linkIn(mail).replace("http://localhost:8080", system.url));
};

async function fillSignUp(page: Page, email: string): Promise<void> {
  await open(page, "/sign-up");
  await page.getByLabel("Your name").fill("Selam Abebe");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.locator("summary").first().click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await heading(page, "Sign in");
}

/** Checks the current page on all widths, in light and dark. */
async function checkPage(page: Page, picture: string): Promise<void> {
  await expectToFit(page, picture);
  for (const width of [390, 1280]) {
    await expectWidth(page, width);
    expect(await violations(page)).toEqual([]);
  }
  expect(await violationsInTheDark(page)).toEqual([]);
  await keepPicture(page, picture);
}

/** Checks that no page, browser storage or other site holds the token. Only the body of one call contains it. */
async function expectTokenGone({ page, requests }: Visit, token: string): Promise<void> {
  const places = await placesThatKeep({ page, requests: [] }, token);
  expect(places).toEqual([]);
  // Chromium reports a navigation's fragment to its automation, but never sends it.
  const sent = requests.map((url) => url.split("#")[0] ?? "");
  expect(sent.filter((url) => url.includes(token))).toEqual([]);
}

it("registers, confirms the address, and resets and changes the password by the mails", async () => {
  const opened = await visit(browser);
  const { page, complaints } = opened;
  const email = anEmail();

  await fillSignUp(page, email);
  await page.getByText("Open its link within 24 hours").waitFor();
  await checkPage(page, "dashboard-mail-signed-up");
  const confirmation = await mailbox.next(email);
  await follow(page, confirmation);
  await heading(page, "Confirm your email address");
  await checkPage(page, "dashboard-mail-confirm");
  await expectTokenGone(opened, tokenIn(confirmation));
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await heading(page, "Home");
  await signOut(page);

  await page.getByRole("link", { name: "Forgot password?" }).click();
  await heading(page, "Forgot password?");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("has an account, an email with a link is on its way.").waitFor();
  await checkPage(page, "dashboard-mail-forgotten");
  const reset = await mailbox.next(email, 2);
  await follow(page, reset);
  await heading(page, "Choose a new password");
  await checkPage(page, "dashboard-mail-reset");
  await expectTokenGone(opened, tokenIn(reset));
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.locator("#fault-password").waitFor();
  await page.getByLabel("New password").fill(NEXT);
  await page.getByRole("button", { name: "Change password" }).click();
  await heading(page, "Sign in");
  await page.getByText("Your password is changed. Sign in with the new one.").waitFor();
  expect((await mailbox.next(email, 3)).subject).toContain("Your password was changed");

  await signIn(page, email, PASSWORD);
  await page.getByText("The email or password is wrong. Try again.").waitFor();
  await signIn(page, email, NEXT);
  await heading(page, "Home");
  await open(page, "/password");
  await page.getByLabel("Current password").fill(NEXT);
  await page.getByLabel("New password").fill(LAST);
  await page.getByRole("button", { name: "Change password" }).click();
  await heading(page, "Home");
  expect((await mailbox.next(email, 4)).subject).toContain("Your password was changed");
  await signOut(page);
  await signIn(page, email, LAST);
  await heading(page, "Home");

  // Each link works once. Afterwards its form shows the next step.
  for (const [mail, button, next] of [
    [confirmation, "Confirm and sign in", "Sign up again"],
    [reset, "Change password", "Send new link"],
  ] as const) {
    await follow(page, mail);
    await page.getByLabel(mail === reset ? "New password" : "Password").fill(NEXT);
    await page.getByRole("button", { name: button }).click();
    await page.getByText("This link no longer works.").waitFor();
    await page.getByRole("link", { name: next }).waitFor();
    expect(await violations(page)).toEqual([]);
  }
  expect(complaints.filter((text) => !text.includes("status of 401"))).toEqual([]);
});

/** A stranger who enters an address must see the same for a customer's address and for an unknown one. */
it("shows the same for a known and an unknown address: sign-up, forgotten password and sign-in", async () => {
  const { page, context } = await visit(browser);
  const known = anEmail();
  await fillSignUp(page, known);
  await follow(page, await mailbox.next(known));
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await heading(page, "Home");
  await context.clearCookies();

  const seen = async (email: string): Promise<string[]> => {
    const main = async () => (await page.locator("main").innerHTML()).replaceAll(email, "…");
    await fillSignUp(page, email);
    await page.getByText("We have sent an email to").waitFor();
    const signedUp = await main();
    await open(page, "/forgot");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("an email with a link is on its way.").waitFor();
    const forgotten = await main();
    await open(page, "/sign-in");
    await signIn(page, email, "not the password at all");
    await page.getByText("The email or password is wrong. Try again.").waitFor();
    return [signedUp, forgotten, await main()];
  };
  // lit-html's markers differ between pages.
  const plain = (html: string) => html.replaceAll(/<!--.*?-->/g, "");
  const [customer, stranger] = [await seen(known), await seen(anEmail())];
  expect(customer.map(plain)).toEqual(stranger.map(plain));
  await mailbox.next(known, 3);
  expect(mailbox.of(known).map(({ subject }) => subject.split(" · ")[0])).toEqual([
    "Confirm your email address",
    expect.stringMatching(/^You already have an account|^Choose a new password/),
    expect.stringMatching(/^You already have an account|^Choose a new password/),
  ]);
});

/** Otherwise the stranger would know the password of the account that the owner opens. */
it("opens no account for the owner of an address that a stranger has registered", async () => {
  const { page } = await visit(browser);
  const email = anEmail();
  await system
    .call("post", "/api/auth/register")
    .send({ email, password: "the stranger's password", name: "Stranger" })
    .expect(202);
  await follow(page, await mailbox.next(email));
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await page.getByText("Your latest sign-up has another password.").waitFor();
  await checkPage(page, "dashboard-mail-strangers");
  await fillSignUp(page, email);
  await follow(page, await mailbox.next(email, 2));
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await heading(page, "Home");
});

it("works for a developer without a mail server, with the page that shows the mails", async () => {
  await using local = await openLocalSystem({ verifiers: [] });
  const { page, complaints } = await visit(browser);
  await page.goto(`${local.url}/dashboard/sign-up`);
  await page.getByLabel("Your name").fill("Selam Abebe");
  await page.getByLabel("Email").fill(anEmail());
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByText("We have sent an email to").waitFor();
  const link = page.getByRole("link", { name: /\/dashboard\/confirm#token=/ }).first();
  while ((await link.count()) === 0) await page.goto(`${local.url}/dashboard/mail`);
  expect(await violations(page)).toEqual([]);
  for (const width of [320, 360, 1280]) await expectWidth(page, width);
  await page.setViewportSize({ width: 360, height: 800 });
  await keepPicture(page, "dashboard-mail-kept-360");
  const address = (await link.getAttribute("href")) ?? "";
  await page.goto(address.replace("http://localhost:8080", local.url));
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await heading(page, "Home");
  expect(complaints).toEqual([]);
});

it("leads from a link without its token to the page for a new link", async () => {
  const { page, complaints } = await visit(browser, { locale: "am" });
  for (const [path, next] of [
    ["/confirm", "እንደገና ይመዝገቡ"],
    ["/reset", "አዲስ አገናኝ ላክ"],
  ] as const) {
    await open(page, path);
    await page.getByRole("link", { name: next }).waitFor();
  }
  expect(complaints).toEqual([]);
});
