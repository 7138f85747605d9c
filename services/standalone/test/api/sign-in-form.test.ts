import supertest from "supertest";
import { aPersonWithPassword, PASSWORD } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

const ATTEMPTS = 5;
useSystem({
  verifiers: [],
  env: { SIGN_IN_ATTEMPTS_PER_ADDRESS: "1000", SIGN_IN_ATTEMPTS_PER_EMAIL: `${ATTEMPTS}` },
});

const send = (fields: Record<string, string>, { next = "/", lang = "en" } = {}) =>
  supertest(system.url)
    .post("/api/auth/sign-in")
    .query({ next, lang })
    .set({ origin: "https://api.example.test" })
    .type("form")
    .redirects(0)
    .send(fields);

describe("the form of the sign-in page", () => {
  it("signs in and opens the page that was asked for", async () => {
    const { email } = await aPersonWithPassword(system);
    const sent = await send({ email, password: PASSWORD }, { next: "/payments?decision=review" }).expect(303);
    expect(sent.headers["location"]).toBe("/dashboard/payments?decision=review&lang=en");
    const cookies = ([] as string[]).concat(sent.headers["set-cookie"] ?? []);
    const session = cookies.find((cookie) => cookie.startsWith("svc_session="));
    expect(session).toMatch(/HttpOnly/);
    await system
      .call("get", "/api/auth/session")
      .set("cookie", session?.split(";")[0] ?? "")
      .expect(200);
  });

  it.each(["//evil.example", "https://evil.example", "evil.example", ""])(
    "opens Home after it for %j",
    async (next) => {
      const { email } = await aPersonWithPassword(system);
      const sent = await send({ email, password: PASSWORD }, { next }).expect(303);
      expect(sent.headers["location"]).toBe("/dashboard?lang=en");
    },
  );

  it("shows what is wrong, keeps the address, and never writes the password", async () => {
    const { email } = await aPersonWithPassword(system);
    const { text, headers } = await send({ email, password: "wrong horse battery" }).expect(401);
    expect(text).toContain("The email or password is wrong. Try again.");
    expect(text).toContain(`value="${email}"`);
    expect(text).not.toContain("wrong horse battery");
    expect(text).not.toContain("<script");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["set-cookie"]).toBeUndefined();
  });

  it("says it in the language of the page, and shows typed markup as text", async () => {
    const email = `"><script>alert(1)</script>@example.test`;
    const { text } = await send({ email, password: "x" }, { lang: "am", next: '/"><b>' }).expect(422);
    expect(text).toContain("መግባት አልተቻለም።");
    expect(text).not.toMatch(/<script>|<b>/);
  });

  it("counts as a sign-in of the API: the limit of an email is one for both", async () => {
    const { email } = await aPersonWithPassword(system);
    for (let at = 0; at < ATTEMPTS; at += 1)
      await send({ email, password: "wrong horse battery" }).expect(401);
    const refused = await send({ email, password: PASSWORD }).expect(429);
    expect(refused.text).toContain("Too many attempts.");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    await system.call("post", "/api/auth/login").send({ email, password: PASSWORD }).expect(429);
  });

  it("leads back to the page when its address is opened again", async () => {
    const opened = await supertest(system.url).get("/api/auth/sign-in?next=%2Fpayments&lang=am").redirects(0);
    expect([opened.status, opened.headers["location"]]).toEqual([
      303,
      "/dashboard/sign-in?next=%2Fpayments&lang=am",
    ]);
  });

  it("is taken from our own pages only", async () => {
    const { email } = await aPersonWithPassword(system);
    const foreign = send({ email, password: PASSWORD }).set({ origin: "https://evil.example" });
    const { headers } = await foreign.expect(403);
    expect(headers["set-cookie"]).toBeUndefined();
  });
});
