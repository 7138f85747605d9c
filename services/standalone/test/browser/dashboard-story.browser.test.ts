import { until } from "@receipts/testing";
import { linkIn, mailbox, useMailbox } from "../mailbox.ts";
import { startReceiver } from "../receiver.ts";
import { system } from "../system.ts";
import { browser, keepPicture, useChromium, type Visit, visit } from "./chromium.ts";
import { heading, signInBrowser, visitDashboard } from "./dashboard-visits.ts";
import { openLocalSystem, useLocalSystem } from "./local-system.ts";

useChromium();
useMailbox();
useLocalSystem(() => ({ env: mailbox.env }));

let people = 0;
const PASSWORD = "three plain words together";

/** Registers a new person, who confirms the address and is on the home page. */
async function signUp(): Promise<Visit & { readonly email: string }> {
  people += 1;
  const email = `person${people}@example.test`;
  const opened = await visit(browser);
  const { page } = opened;
  await page.goto(`${system.url}/dashboard`);
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Your name").fill("Selam Abebe");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByText(/^We have sent an email to/).waitFor();
  await page.goto(linkIn(await mailbox.next(email)).replace("http://localhost:8080", system.url));
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  return { ...opened, email };
}

describe("a new person", () => {
  it("verifies a first receipt on the home page and opens its details", async () => {
    const { page, complaints } = await signUp();
    await heading(page, "Home");
    await page.getByRole("button", { name: "Use an example receipt" }).click();
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.getByText(/^Review first: no account to compare/).waitFor();
    await answer.getByText(/^ETB [\d,]+\.\d\d$/).waitFor();
    for (const title of ["Payer", "Receiver"]) await answer.getByText(title, { exact: true }).waitFor();
    await keepPicture(page, "dashboard-story-verified-390");
    await answer.getByRole("link", { name: "All details of this request" }).click();
    await heading(page, /^Request ver_/);
    for (const step of ["Request received", "1 attempt at the bank", "Verdict: Verified", "No webhook"])
      await page.getByRole("heading", { level: 3, name: step }).waitFor();
    await page.getByText("First confirmation of this receipt by your account.").first().waitFor();
    expect(complaints).toEqual([]);
  });

  it("sees an API error at its field, in the page's language", async () => {
    const { page } = await visit(browser);
    await page.goto(`${system.url}/dashboard/sign-up`);
    await page.getByLabel("Your name").fill("Selam");
    await page.getByLabel("Email").fill("no address");
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByText("Must be an email address").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("email");
    expect(await page.getByLabel("Email").inputValue()).toBe("no address");
    await keepPicture(page, "dashboard-story-faults-390");
    await page.getByRole("button", { name: "አማርኛ" }).click();
    await page.getByText("ያስገቡት ትክክል አይደለም።").first().waitFor();
  });
});

it("sees that registration is closed", async () => {
  await using closed = await openLocalSystem({ verifiers: [], env: { REGISTRATION: "closed" } });
  const { page } = await visit(browser);
  await page.goto(`${closed.url}/dashboard/sign-up`);
  await page.getByLabel("Your name").fill("Selam");
  await page.getByLabel("Email").fill("selam@example.test");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByText("Registration is closed, or you need a valid, unused invitation").waitFor();
});

describe("a session", () => {
  it("that has ended leads to the sign-in page, and then back", async () => {
    const { page, email } = await signUp();
    await heading(page, "Home");
    await system.sql(
      "update sessions set ended_at = now() where user_id = (select id from users where email = $1)",
      email,
    );
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Payments", exact: true }).click();
    await heading(page, "Sign in");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The email or password is wrong. Try again.").waitFor();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await heading(page, "Payments");
  });

  it("is required: without one, no protected page appears even for a moment", async () => {
    const { page, requests, complaints } = await visit(browser);
    await page.goto(`${system.url}/dashboard/requests?bank=cbe`);
    await heading(page, "Sign in");
    expect(new URL(page.url()).searchParams.get("next")).toBe("/requests?bank=cbe");
    expect(requests.filter((url) => new URL(url).pathname.startsWith("/api/"))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("never leads to another site after signing in", async () => {
    const { page, email } = await signUp();
    await heading(page, "Home");
    await page.goto(`${system.url}/dashboard/sign-in?next=//evil.example/x`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, "Home");
    expect(new URL(page.url()).origin).toBe(new URL(system.url).origin);
  });

  it("ends in every browser after signing out everywhere, at the next call", async () => {
    const { page, email } = await signUp();
    await heading(page, "Home");
    const other = await visit(browser);
    await other.page.goto(`${system.url}/dashboard/sign-in`);
    await other.page.getByLabel("Email").fill(email);
    await other.page.getByLabel("Password").fill(PASSWORD);
    await other.page.getByRole("button", { name: "Sign in" }).click();
    await heading(other.page, "Home");
    await page.locator("summary").first().click();
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await heading(page, "Sign in");
    await page.getByText("You are signed out.").waitFor();
    await other.page.getByRole("button", { name: "Menu" }).click();
    await other.page.getByRole("link", { name: "Payments", exact: true }).click();
    await heading(other.page, "Sign in");
    expect(new URL(other.page.url()).searchParams.get("next")).toBe("/payments");
  });

  it("ends on sign-out, and leaves only the device cookie in the browser", async () => {
    const { page, context } = await signUp();
    await heading(page, "Home");
    await page.locator("summary").first().click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await heading(page, "Sign in");
    expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).toBe("{}");
    const [left, ...others] = await context.cookies();
    expect([left?.name, left?.path, others]).toEqual(["svc_device", "/api/auth", []]);
    expect(Buffer.from(left?.value.split(".")[1] ?? "", "base64url").toString()).not.toContain("@");
    await page.goBack();
    await heading(page, "Sign in");
  });
});

it("stays open after a password change", async () => {
  const { page } = await signUp();
  await heading(page, "Home");
  await page.goto(`${system.url}/dashboard/password`);
  await page.getByLabel("Current password").fill("wrong");
  await page.getByLabel("New password").fill("four other plain words");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Is not the current password").waitFor();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Your password is changed.").waitFor();
  await heading(page, "Home");
});

it("stores only the chosen language", async () => {
  const { page } = await signUp();
  await heading(page, "Home");
  await page.getByRole("button", { name: "አማርኛ" }).click();
  await heading(page, "መነሻ");
  await page.reload();
  await heading(page, "መነሻ");
  expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).toBe(
    '{"language":"am"}',
  );
});

describe("a request", () => {
  it("updates without a reload while the bank is queried", async () => {
    const account = await system.account();
    const { body } = await system.verify(account, { bank: "telebirr", reference: "DJ57QK2MSL" }).expect(202);
    const { page, complaints } = await visitDashboard(account, `/requests/${body.requestId}`);
    await page.getByRole("heading", { level: 3, name: "Querying the bank" }).waitFor();
    await keepPicture(page, "dashboard-story-asking-390");
    await page.getByRole("heading", { level: 3, name: "Verdict: Verified" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows each attempt at a bank that does not respond", async () => {
    const account = await system.account();
    const path = "/api/verify?waitMs=15000";
    const { body } = await system
      .call("post", path, account)
      .send({ bank: "telebirr", reference: "DJ57QK2MDN" })
      .expect(200);
    const { page } = await visitDashboard(account, `/requests/${body.requestId}`);
    await page.getByRole("heading", { level: 3, name: "3 attempts at the bank" }).waitFor();
    expect(await page.getByText("The bank did not respond.").count()).toBe(3);
    await keepPicture(page, "dashboard-story-no-verdict-390");
  });

  it("can resend its webhooks, and shows the outcome of each", async () => {
    const account = await system.account();
    const receiver = await startReceiver();
    const options = { waitMs: 15_000, headers: { "x-webhook-url": receiver.url } };
    const { body } = await system
      .verify(account, { bank: "telebirr", reference: "DJ57QK2M49" }, options)
      .expect(200);
    const { page, complaints } = await visitDashboard(account, `/requests/${body.requestId}`, {
      viewport: { width: 1_280, height: 900 },
    });
    await page.getByText("Response 200").first().waitFor();
    await page.getByRole("button", { name: "Resend everything" }).click();
    await page.getByText("1 webhook is being resent.").waitFor();
    await until(() => receiver.received.length === 2);
    await page.getByRole("link", { name: "verification.completed" }).click();
    await page.getByText("Attempt 2: Response 200").waitFor();
    await page.getByText("Resent by a person or a recovery.").waitFor();
    await keepPicture(page, "dashboard-story-webhook-1280");
    expect(complaints).toEqual([]);
    await receiver.close();
  });
});

it("has an address for every view of the list", async () => {
  const account = await system.account();
  for (const reference of ["DJ57QK2M51", "DJ57QK2MNF"])
    await system.verify(account, { bank: "telebirr", reference }, { waitMs: 15_000 }).expect(200);
  const { page } = await visitDashboard(account, "/requests");
  const rows = page.getByRole("table", { name: "Payments" }).getByRole("row");
  await rows.nth(2).waitFor();
  await page.locator("summary", { hasText: "Filters" }).click();
  await page.getByLabel("Decision").selectOption("reject");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.waitForURL(/decision=reject/);
  await rows.nth(2).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Clear filters" }).waitFor();
  await page.goBack();
  await rows.nth(2).waitFor();
});

describe("the size", () => {
  it("is at most 8 requests before Home can be used, 110 KiB in all, and no file for the second page", async () => {
    const account = await system.account();
    const { page, requests } = await visit(browser);
    await signInBrowser(page, system, account);
    const bytesOf = async (what: string) =>
      (await page.evaluate(
        `performance.getEntries().filter(({ name, entryType }) => ${what})
          .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`,
      )) as number;
    await page.goto(`${system.url}/dashboard`);
    await page.locator("#field-reference").waitFor();
    expect(requests.length).toBeGreaterThan(2);
    // The field waits for none of its data.
    const before = requests.filter((url) => !new URL(url).pathname.startsWith("/api/"));
    expect(before.length).toBeLessThanOrEqual(8);
    await page.locator(".page-body[aria-busy=false]").waitFor();
    expect(requests.length).toBeLessThanOrEqual(14);
    const all = await bytesOf(`["navigation", "resource"].includes(entryType)`);
    expect(all).toBeGreaterThan(10_000);
    expect(all).toBeLessThanOrEqual(110 * 1024);
    await page.goto(`${system.url}/dashboard/payments`);
    await heading(page, "Payments");
    expect(await bytesOf(`name.includes("/assets/")`)).toBe(0);
  });

  it("is only the document's on a second visit, which is usable before the first response and does not shift", async () => {
    const account = await system.account();
    const { page: first, context } = await visitDashboard(account, "", {
      viewport: { width: 1_280, height: 900 },
    });
    await heading(first, "Home");
    await first.getByText("Birr per day").waitFor();

    const page = await context.newPage();
    // In the page itself: intercepting calls from outside disables the browser cache.
    await page.addInitScript(`{
      const { promise: released, resolve: release } = Promise.withResolvers();
      const send = fetch;
      Object.assign(globalThis, { release, held: 0 });
      globalThis.fetch = async (...call) => {
        held += 1;
        await released;
        return await send(...call);
      };
    }`);
    const clock = await context.newCDPSession(page);
    await clock.send("Animation.enable");
    await clock.send("Animation.setPlaybackRate", { playbackRate: 0 });
    await page.goto(`${system.url}/dashboard`);
    await heading(page, "Home");
    const files = (await page.evaluate(
      `performance.getEntriesByType("resource").map(({ name, transferSize, decodedBodySize }) =>
        ({ name, isSent: transferSize > 0, isEmpty: decodedBodySize === 0 }))`,
    )) as readonly { readonly isSent: boolean; readonly isEmpty: boolean }[];
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter(({ isSent, isEmpty }) => isSent || isEmpty)).toEqual([]);

    const moving = (): Promise<unknown> =>
      page.evaluate(`document.getAnimations().map(({ animationName, currentTime, effect }) => {
        const { delay, iterations } = effect.getComputedTiming();
        return [animationName, currentTime < delay ? "waits" : "runs", iterations];
      })`);
    const skeleton = page.locator(".skeleton");
    expect([await skeleton.count(), await skeleton.isVisible()]).toEqual([1, false]);
    expect(await moving()).toEqual([["appear", "waits", 1]]);
    await page.getByRole("link", { name: "Payments", exact: true }).click();
    await heading(page, "Payments");
    await page.getByRole("button", { name: "አማርኛ" }).click();
    await heading(page, "ክፍያዎች");
    expect([await skeleton.count(), await skeleton.isVisible()]).toEqual([1, false]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(
      await page.evaluate(`{
        const { animationDelay, animationDuration } = getComputedStyle(document.querySelector(".skeleton"));
        [animationDelay, animationDuration];
      }`),
    ).toEqual(["0.3s", "0s"]);
    await page.emulateMedia({ reducedMotion: "no-preference" });

    await clock.send("Animation.setPlaybackRate", { playbackRate: 1 });
    await skeleton.waitFor();
    await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))");
    expect(await moving()).toEqual([]);
    expect(await page.evaluate("held")).toBeGreaterThan(0);
    await page.evaluate("release()");
    await skeleton.waitFor({ state: "detached" });
  });
});

/** If a value ever reaches a markup sink, the browser itself blocks it. */
it("cannot turn text into markup or code, and cannot call another site", async () => {
  const { page } = await visit(browser);
  await page.goto(`${system.url}/dashboard/sign-in`);
  await heading(page, "Sign in");
  const tries = [
    `document.body.innerHTML = "<b>x</b>"`,
    `document.querySelector("form").insertAdjacentHTML("beforeend", "<b>x</b>")`,
    `window.trustedTypes.createPolicy("other", { createHTML: (text) => text })`,
    `fetch("https://example.org/").then(() => undefined)`,
  ];
  for (const attempt of tries) {
    const outcome = await page.evaluate(
      `(async () => { try { await (async () => ${attempt})(); return "done"; } catch { return "refused"; } })()`,
    );
    expect([attempt, outcome]).toEqual([attempt, "refused"]);
  }
});

it("shows an error with the request id, and continues after a retry", async () => {
  const account = await system.account();
  const { page } = await visit(browser);
  await signInBrowser(page, system, account);
  let isAway = true;
  await page.route("**/api/payments*", (route) =>
    isAway
      ? route.fulfill({
          status: 503,
          headers: { "x-request-id": "req-of-the-call" },
          contentType: "application/json",
          body: JSON.stringify({
            success: false,
            message: "Away",
            data: null,
            error: { code: "service_unavailable" },
          }),
        })
      : route.continue(),
  );
  await page.goto(`${system.url}/dashboard/requests`);
  await page.getByText("The service is temporarily unavailable.").waitFor();
  await page.getByText("req-of-the-call").waitFor();
  await keepPicture(page, "dashboard-story-failed-390");
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No payments yet").waitFor();
});

describe("the keyboard alone", () => {
  it("skips the navigation, opens the menus and closes them again", async () => {
    const account = await system.account();
    const { page, complaints } = await visitDashboard(account, "");
    await heading(page, "Home");
    const focused = () =>
      page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await focused()).toBe("main");
    await page.getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Pages" }).waitFor();
    await keepPicture(page, "dashboard-story-menu-390");
    await page.getByRole("navigation").getByRole("link", { name: "Payments" }).focus();
    await page.keyboard.press("Escape");
    await page.getByRole("navigation", { name: "Pages" }).waitFor({ state: "hidden" });
    await page.locator(".account summary").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sign out everywhere" }).waitFor();
    await keepPicture(page, "dashboard-story-account-390");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Sign out everywhere" }).waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });

  it("focuses the heading of a new page, which is read out", async () => {
    const account = await system.account();
    const { page } = await visitDashboard(account, "", { viewport: { width: 1_280, height: 900 } });
    await heading(page, "Home");
    await page.getByRole("link", { name: "Payments", exact: true }).click();
    await heading(page, "Payments");
    await page.getByText("No payments yet").waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
    expect(await page.title()).toBe("Payments · Receipts");
  });
});
