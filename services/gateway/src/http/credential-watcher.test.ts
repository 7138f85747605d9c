import { silentLog } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { type Caller, everyPermission } from "./caller.ts";
import { createCredentialWatcher } from "./credential-watcher.ts";

const byKey = (apiKeyId: string): Caller => ({
  userId: "usr_1",
  apiKeyId,
  sessionId: null,
  member: null,
  makerRole: "owner",
  branchId: null,
  permissions: everyPermission,
});
const bySession: Caller = {
  userId: "usr_1",
  apiKeyId: null,
  sessionId: "ses_1",
  member: null,
  makerRole: "owner",
  branchId: null,
  permissions: everyPermission,
};

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function aWatcher(options: { readonly failures?: number } = {}) {
  const queries: (readonly string[])[] = [];
  const ended = new Set<string>();
  let failures = options.failures ?? 0;
  const watcher = createCredentialWatcher({
    everyMs: 1,
    log: silentLog,
    findActive: async (ids) => {
      queries.push(ids);
      failures -= 1;
      if (failures >= 0) throw new Error("the database is away");
      return new Map(ids.filter((id) => !ended.has(id)).map((id) => [id, { id, role: "owner" }]));
    },
  });
  const watch: typeof watcher.watch = (...args) => {
    const stop = watcher.watch(...args);
    stops.push(stop);
    return stop;
  };
  return { watcher: { watch }, queries, ended };
}

describe("watching keys and sessions", () => {
  it("queries once for all open credentials, for any number of watchers", async () => {
    const { watcher, queries } = aWatcher();
    for (const caller of [byKey("a"), byKey("a"), byKey("b"), bySession])
      watcher.watch(caller, () => undefined);
    await until(() => queries.length > 1);
    for (const ids of queries) expect(ids).toEqual(["a", "b", "ses_1"]);
  });

  it("notifies all watchers of an ended credential, once, and no others", async () => {
    const { watcher, queries, ended } = aWatcher();
    const notified: string[] = [];
    for (const id of ["a", "a", "b"]) watcher.watch(byKey(id), () => notified.push(id));
    const stop = watcher.watch(bySession, () => notified.push("session"));
    ended.add("a");
    await until(() => notified.length > 0);
    ended.add("ses_1");
    await until(() => notified.includes("session"));
    const before = queries.length;
    await until(() => queries.length > before + 1);
    expect(notified).toEqual(["a", "a", "session"]);
    stop();
  });

  it("ends nothing on an error, and continues after it", async () => {
    const { watcher, queries, ended } = aWatcher({ failures: 2 });
    ended.add("a");
    let queriesBefore: number | undefined;
    watcher.watch(byKey("a"), () => {
      queriesBefore = queries.length;
    });
    await until(() => queriesBefore !== undefined);
    expect(queriesBefore).toBe(3);
  });
});
