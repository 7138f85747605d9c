import { newId } from "@receipts/contracts";
import { refusedAs } from "../refusals.ts";
import { aPerson, type CallSignedIn, signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

useSystem({ verifiers: [] });

const createKey = (call: CallSignedIn, name: string) =>
  call("post", "/api/api-keys").send({ name, permissions: { uptime: ["read"] } });

describe("GET /api/audit", () => {
  it("lists actor, action, time, address and request of each entry, newest first", async () => {
    const { person: call } = await aPerson(system);
    const created = await createKey(call, "till 7");
    const { id } = created.body.data.apiKey;
    const revoked = await call("delete", `/api/api-keys/${id}`);
    const { body } = await call("get", "/api/audit");
    expect(body.meta).toEqual({ total: 2, limit: 20, offset: 0, hasMore: false, nextCursor: null });
    const entry = (response: typeof created) => ({
      id: expect.stringMatching(/^aud_/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      actor: {
        kind: "session",
        id: expect.stringMatching(/^ses_/),
        memberId: expect.stringMatching(/^mem_/),
        name: "Test Merchant",
        role: "owner",
      },
      subject: id,
      requestId: response.headers["x-request-id"],
      address: "127.0.0.1",
    });
    expect(body.data).toEqual([
      { ...entry(revoked), action: "api_key.revoked", before: { name: "till 7" }, after: null },
      {
        ...entry(created),
        action: "api_key.created",
        before: null,
        after: { name: "till 7", permissions: { uptime: ["read"] }, expiresAt: null },
      },
    ]);
  });

  it("is paged, and filtered by action", async () => {
    const { account, person: call } = await aPerson(system);
    for (const name of ["one", "two", "three"]) await createKey(call, name);
    await call("post", "/api/auth/logout-everywhere").expect(204);
    const again = await signIn(system, account);
    const namesOf = async (query: string) =>
      (await again("get", `/api/audit?${query}`)).body.data.map(
        ({ action, after }: { action: string; after: { name?: string } }) => after.name ?? action,
      );
    expect(await namesOf("limit=2")).toEqual(["session.all_ended", "three"]);
    expect(await namesOf("limit=2&offset=2")).toEqual(["two", "one"]);
    expect(await namesOf("action=api_key.created&limit=1&offset=1")).toEqual(["two"]);
    expect(await namesOf("action=no.such_thing")).toEqual([]);
  });

  it.each(["limit=0", "limit=101", "limit=1e1", "offset=-1", "action=a b", "action=a.b&action=a.c"])(
    "refuses %s",
    async (query) => {
      const { person: call } = await aPerson(system);
      await call("get", `/api/audit?${query}`).expect(refusedAs("invalid_payload"));
    },
  );

  it("shows only the account's own entries, and refuses keys", async () => {
    const [mine, theirs] = [await aPerson(system), await aPerson(system)];
    await createKey(mine.person, "mine");
    expect((await theirs.person("get", "/api/audit")).body).toMatchObject({ data: [], meta: { total: 0 } });
    await system.call("get", "/api/audit", mine.account).expect(refusedAs("unauthenticated"));
  });

  it("hides which operator acted", async () => {
    const { account, person: call } = await aPerson(system);
    await system.sql(
      "insert into audit_log (id, user_id, actor_kind, actor_id, action) values ($1, $2, 'operator', 'root', 'account.disabled')",
      newId("auditEntry"),
      account.userId,
    );
    const [entry] = (await call("get", "/api/audit")).body.data;
    expect(entry).toMatchObject({ action: "account.disabled", actor: { kind: "operator", id: null } });
  });
});
