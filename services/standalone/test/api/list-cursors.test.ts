import { allRoutes } from "@receipts/contracts";
import { z } from "zod";
import { anInvitation } from "../mail-links.ts";
import { refusedAs } from "../refusals.ts";
import { makeDeposit } from "../shop.ts";
import {
  aMember,
  anEmail,
  aPersonWithPassword,
  type CallSignedIn,
  type Owner,
  signIn,
} from "../signed-in.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";
import { routeCases } from "./access-table.ts";
import { everything, prepare } from "./owned.ts";

useSystem({ verifiers: ["telebirr"] });

interface Item {
  readonly id?: string;
  readonly requestId?: string;
}

let account: TestAccount;
let person: Owner;
const post = async (path: string, body: object) => await person("post", path).send(body).expect(201);

/** How to add an item to each list that is newest first. */
const newestFirst: Readonly<Record<string, () => Promise<unknown>>> = {
  listVerifications: async () => await system.verify(account, aReceipt(), { waitMs: 10_000 }),
  listPayments: async () => await system.verify(account, aReceipt(), { waitMs: 10_000 }),
  listCreditTransactions: async () => await system.verify(account, aReceipt(), { waitMs: 10_000 }),
  listAuditEntries: async () => await post("/api/branches", { name: anEmail() }),
  listApiKeys: async () => await system.keyOf(account),
  listAccountDeposits: async () => await makeDeposit(system, account),
  listInvitations: async () => await anInvitation(system, account, anEmail()),
  listSessions: async () => await signIn(system, account),
};
const ADDED = 5;

beforeAll(async () => {
  account = await aPersonWithPassword(system, { permissions: everything });
  person = await signIn(system, account);
  await system.saveBankAccount(account, "telebirr");
  for (let nth = 0; nth < ADDED; nth += 1) {
    await newestFirst["listVerifications"]?.();
    for (const name of [
      "listAuditEntries",
      "listApiKeys",
      "listAccountDeposits",
      "listInvitations",
      "listSessions",
    ])
      await newestFirst[name]?.();
    await aMember(system, account, "manager");
  }
});

interface Page {
  readonly data: readonly Item[];
  readonly meta: { readonly hasMore: boolean; readonly nextCursor: string | null };
}

const idOf = (item: Item) => item.id ?? item.requestId ?? "";

/** Reads all pages of two, with what happens after the first. */
async function walk(
  call: CallSignedIn,
  path: string,
  meanwhile: () => Promise<unknown> = async () => undefined,
) {
  const ids: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const query: string = cursor === null ? "" : `&cursor=${cursor}`;
    const { data, meta }: Page = (await call("get", `${path}?limit=2${query}`).expect(200)).body;
    expect([meta.hasMore, meta.nextCursor !== null]).toEqual([meta.hasMore, meta.hasMore]);
    if (ids.length === 0) await meanwhile();
    ids.push(...data.map(idOf));
    if (meta.nextCursor === null) return ids;
    expect(data).toHaveLength(2);
    cursor = meta.nextCursor;
  }
}

const all = async (call: CallSignedIn, path: string) =>
  (await call("get", `${path}?limit=100`).expect(200)).body.data.map(idOf);

const lists = allRoutes.filter(
  ({ query }) => query instanceof z.ZodObject && "cursor" in query.shape && "offset" in query.shape,
);
const pathOf = (name: string) => allRoutes.find(({ operationId }) => operationId === name)?.path ?? "";

it.each(Object.entries(newestFirst))(
  "%s has each item once, also if one is added between two pages",
  async (name, add) => {
    const before = await all(person, pathOf(name));
    expect(before.length).toBeGreaterThanOrEqual(ADDED);
    expect(await walk(person, pathOf(name), add)).toEqual(before);
  },
);

it("members, who are listed in the order of their joining, have each once", async () => {
  const before = await all(person, "/api/members");
  expect(before.length).toBeGreaterThan(ADDED);
  expect(await walk(person, "/api/members")).toEqual(before);
});

it("each list refuses a cursor that is not its own, and one beside an offset, and names the field", async () => {
  const { owned, person: owner } = await prepare();
  const answers = [];
  for (const { operationId, path } of lists) {
    const place = routeCases[operationId]?.path?.(owned) ?? path;
    const refused = async (query: string) => {
      const { body } = await owner("get", `${place}?${query}`).expect(refusedAs("invalid_payload"));
      return body.error.details[0].field;
    };
    answers.push([operationId, await refused("cursor=x"), await refused("cursor=KzI&offset=2")]);
  }
  expect(answers.length).toBeGreaterThan(18);
  expect(answers).toEqual(lists.map(({ operationId }) => [operationId, "cursor", "offset"]));
});
