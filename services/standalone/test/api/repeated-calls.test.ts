import { allRoutes, type Operation, shownOnceIn } from "@receipts/contracts";
import { expectProblem } from "../expect-problem.ts";
import { freshKey, openPlatform, openShop } from "../shop.ts";
import { aMember, type CallSignedIn, sessionCookie, signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";
import { type RouteCase, routeCases } from "./access-table.ts";
import { type Prepared, prepareFor } from "./owned.ts";

useSystem({
  verifiers: ["telebirr"],
  env: { WEBHOOK_TIMEOUT_MS: "500" },
});
beforeAll(async () => {
  await openPlatform(system);
});

const repeatableRoutes = allRoutes.filter(({ isRepeatable }) => isRepeatable === true);
/** Without a bot there are no codes: `telegram.test.ts` repeats that call. */
const named = repeatableRoutes
  .filter(({ operationId }) => operationId !== "createTelegramCode")
  .map((route) => [`${route.method} ${route.path}`, route] as const);

/** Their valid calls leave an object, or a job, that a second one would leave again. */
const submissions = ["submitVerification", "verifyFromFile", "createBatch", "verifyAtTill"];
/** By operation, why its retry needs no key. */
const withoutKey: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...["register", "confirm", "forgotPassword", "resetPassword", "login", "join"],
      "enrollTill",
      "signInAtTill",
    ].map((name) => [name, "it is public: there is no account whose keys these would be"]),
  ),
  ...Object.fromEntries(
    [
      ...["logout", "logoutEverywhere", "changePassword", "confirmPassword", "closeAccount"],
      ...[
        "signOutAtTill",
        "cancelBatch",
        "cancelAccountDeposit",
        "activateWebhookSecret",
        "activateWebhookEndpointSecret",
        "acknowledgeWebhook",
      ],
      ...["takeOverApiKey", "takeOverCheckoutKey", "acceptInvitation", "switchAccount"],
    ].map((name) => [name, "the same again changes nothing more"]),
  ),
  ...Object.fromEntries(
    ["startTwoFactor", "confirmTwoFactor", "renewRecoveryCodes"].map((name) => [
      name,
      "a person reads the answer, and a second one replaces the first",
    ]),
  ),
  resolveVerification: "the same again is answered as the first, and another decision is refused",
  readReceiptFile: "it stores nothing",
  readFileAtTill: "it stores nothing",
  testWebhook: "it changes nothing",
};

const caseOf = ({ operationId }: Operation): RouteCase => routeCases[operationId] ?? { status: 0 };

function call(
  { person, owned }: Pick<Prepared, "person" | "owned">,
  route: Operation,
  sent: object | undefined,
) {
  const { path, bytes } = caseOf(route);
  const test = person(route.method, path?.(owned) ?? route.path);
  return bytes === undefined ? test.send(sent) : test.set("content-type", "text/csv").send(bytes);
}

const storedBodies = async (userId: string): Promise<string> =>
  JSON.stringify(
    await system.sql("select * from checkout_responses where user_id = $1 order by created_at", userId),
  );

describe("an Idempotency-Key", () => {
  it("is taken by each POST of the API that creates something", () => {
    const others = allRoutes
      .filter(({ method, isRepeatable }) => method === "post" && isRepeatable !== true)
      .map(({ operationId }) => operationId);
    expect(others.sort()).toEqual([...submissions, ...Object.keys(withoutKey)].sort());
  });

  it.each(named)("makes a retry of %s safe, and shows no secret again", async (_name, route) => {
    const routeCase = caseOf(route);
    const prepared = await prepareFor(route, routeCase);
    const { account, owned } = prepared;
    const key = freshKey();
    const sent = routeCase.body?.(owned);
    const first = await call(prepared, route, sent).set("Idempotency-Key", key);
    expect([first.status, first.get("Idempotent-Replayed")]).toEqual([routeCase.status, undefined]);
    const audited = await system.sql("select id from audit_log where user_id = $1", account.userId);
    const again = await call(prepared, route, sent).set("Idempotency-Key", key);
    expect([again.status, again.get("Idempotent-Replayed")]).toEqual([first.status, "true"]);
    expect(await system.sql("select id from audit_log where user_id = $1", account.userId)).toEqual(audited);

    const secrets = Object.keys(again.body.data).filter(
      (name) => again.body.data[name] === null && first.body.data[name] !== null,
    );
    const hidden = Object.fromEntries(secrets.map((name) => [name, null]));
    expect(again.body.data).toEqual({ ...first.body.data, ...hidden });
    const kept = await storedBodies(account.userId);
    for (const name of secrets) {
      expect(again.body.message).toContain(name);
      expect(kept).not.toContain(JSON.stringify(first.body.data[name]).slice(1, -1));
    }
  });

  it("hides what is shown once: keys, signing secrets, links and codes", () => {
    const hidden = repeatableRoutes.flatMap(({ operationId, responses }) => {
      const fields = Object.values(responses).flatMap(({ schema }) => shownOnceIn(schema));
      return fields.length === 0 ? [] : [[operationId, fields]];
    });
    expect(Object.fromEntries(hidden)).toEqual({
      createApiKey: ["key"],
      createCheckoutKey: ["key"],
      createTill: ["code", "url", "qrCode"],
      createTelegramCode: ["code", "url"],
      createWebhookEndpoint: ["secret"],
      createWebhookListener: ["secret"],
      createWebhookSecret: ["secret"],
      invite: ["link"],
      rotateWebhookEndpointSecret: ["secret"],
    });
  });

  it("of another input is a conflict, and of another route or person no matter", async () => {
    const { person, account } = await anOwner();
    const key = freshKey();
    const post = (as: CallSignedIn, path: string, body: object) =>
      as("post", path).set("Idempotency-Key", key).send(body);
    await post(person, "/api/branches", { name: "Bole" }).expect(201);
    expectProblem(await post(person, "/api/branches", { name: "Piassa" }), "idempotency_conflict");
    await post(person, "/api/payment-views", { name: "All", filter: {} }).expect(201);
    const cookie = await sessionCookie(system, account, await aMember(system, account, "manager"));
    const manager: CallSignedIn = (method, path) => system.call(method, path).set("cookie", cookie);
    await post(manager, "/api/branches", { name: "Kazanchis" }).expect(201);
  });

  it("of any other call leaves the keys of deposits alone: a number of an order can be guessed", async () => {
    const shop = await openShop(system);
    const account = shop.account;
    const key = await system.keyOf(account, { permissions: { webhooks: ["read", "write"] } });
    const redeliver = { subject: "dep_00000000000000000000000000" };
    await system
      .call("post", "/api/webhook-deliveries/redeliver", key)
      .set("Idempotency-Key", "order-1001")
      .send(redeliver)
      .expect(202);
    const person = await signIn(system, account);
    await person("post", "/api/payment-views")
      .set("Idempotency-Key", "order-1001")
      .send({ name: "All", filter: {} })
      .expect(201);
    await shop.create({}, "order-1001").expect(201);
  });

  it("holds no header of an endpoint, nor its own secret, that a dump could be searched for", async () => {
    const { person } = await anOwner();
    const key = freshKey();
    const post = (token: string) =>
      person("post", "/api/webhook-endpoints")
        .set("Idempotency-Key", key)
        .send({
          url: "http://127.0.0.1:9/",
          headers: { "x-shop-token": token },
          secret: `whsec_${Buffer.alloc(24, token).toString("base64")}`,
        });
    await post("tok-48213").expect(201);
    // The fingerprint is the same for every value, so none can be tried against it.
    expect((await post("tok-59324").expect(201)).get("Idempotent-Replayed")).toBe("true");
  });

  it("is refused by name if it is no key", async () => {
    const { person } = await anOwner();
    const refused = await person("post", "/api/branches")
      .set("Idempotency-Key", "two words")
      .send({ name: "Bole" });
    expectProblem(refused, "invalid_payload", { fields: ["idempotency-key"] });
  });

  it("keeps no response of a refused call: the corrected one is the first", async () => {
    const { person } = await anOwner();
    const key = freshKey();
    const post = (body: object) => person("post", "/api/branches").set("Idempotency-Key", key).send(body);
    expectProblem(await post({ name: "" }), "invalid_payload", { fields: ["name"] });
    await post({ name: "Bole" }).expect(201);
  });

  it("holds no PIN that a dump could be searched for", async () => {
    const { person, userId } = await anOwner();
    const branch = await person("post", "/api/branches").send({ name: "Bole" }).expect(201);
    const cashier = { name: "Sara", branchId: branch.body.data.id };
    const key = freshKey();
    const post = (pin: string) =>
      person("post", "/api/cashiers")
        .set("Idempotency-Key", key)
        .send({ ...cashier, pin });
    await post("482915").expect(201);
    // The fingerprint is the same for every PIN, so none can be tried against it.
    expect((await post("593026").expect(201)).get("Idempotent-Replayed")).toBe("true");
    expect(await storedBodies(userId)).not.toContain("482915");
  });

  it("creates each object once when answers are lost and calls are repeated at the same time", async () => {
    const { person, userId } = await anOwner();
    const keys = Array.from({ length: 40 }, (_none, nth) => `lost-${nth}`);
    const create = (key: string) =>
      person("post", "/api/bank-accounts")
        .set("Idempotency-Key", key)
        .send({
          bank: "telebirr",
          accountNumber: `25191100${1_000 + keys.indexOf(key)}`,
          accountName: "Selam Coffee",
        });
    const ids = new Map<string, Set<string>>();
    await Promise.all(
      keys.map(async (key) => {
        const seen = ids.get(key) ?? new Set<string>();
        ids.set(key, seen);
        // Three at once; the caller of the first never reads its answer.
        const answers = await Promise.all([create(key), create(key), create(key)]);
        for (let answer of answers.slice(1)) {
          while (answer.status === 409) {
            expectProblem(answer, "idempotency_in_progress");
            answer = await create(key);
          }
          expect(answer.status).toBe(201);
          seen.add(answer.body.data.id);
        }
      }),
    );
    expect([...ids.values()].map(({ size }) => size)).toEqual(keys.map(() => 1));
    const [row] = await system.sql("select count(*)::int as n from bank_accounts where user_id = $1", userId);
    expect(row).toEqual({ n: keys.length });
  });
});

async function anOwner() {
  const account = await system.account();
  return { person: await signIn(system, account), userId: account.userId, account };
}
