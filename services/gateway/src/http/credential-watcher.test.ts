import { silentLog } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { type Caller, everyPermission } from "./caller.ts";
import { createCredentialWatcher } from "./credential-watcher.ts";

const byKey = (apiKeyId: string): Caller => ({
  userId: "usr_1",
  apiKeyId,
  sessionId: null,
  permissions: everyPermission,
});
const bySession: Caller = {
  userId: "usr_1",
  apiKeyId: null,
  sessionId: "ses_1",
  permissions: everyPermission,
};

function aWatcher(options: { readonly failures?: number } = {}) {
  const asked: (readonly string[])[] = [];
  const gone = new Set<string>();
  let failures = options.failures ?? 0;
  const watcher = createCredentialWatcher({
    everyMs: 1,
    log: silentLog,
    findLive: async (ids) => {
      asked.push(ids);
      failures -= 1;
      if (failures >= 0) throw new Error("the database is away");
      return ids.filter((id) => !gone.has(id));
    },
  });
  return { watcher, asked, gone };
}

describe("watching keys and sessions", () => {
  it("queries once for all open credentials, for any number of watchers", async () => {
    const { watcher, asked } = aWatcher();
    const stops = [byKey("a"), byKey("a"), byKey("b"), bySession].map((caller) =>
      watcher.watch(caller, () => undefined),
    );
    await until(() => asked.length > 1);
    for (const ids of asked) expect(ids).toEqual(["a", "b", "ses_1"]);
    for (const stop of stops) stop();
  });

  it("notifies all watchers of an ended credential, once, and no others", async () => {
    const { watcher, asked, gone } = aWatcher();
    const told: string[] = [];
    for (const id of ["a", "a", "b"]) watcher.watch(byKey(id), () => told.push(id));
    const stop = watcher.watch(bySession, () => told.push("session"));
    gone.add("a");
    await until(() => told.length > 0);
    gone.add("ses_1");
    await until(() => told.includes("session"));
    const before = asked.length;
    await until(() => asked.length > before + 1);
    expect(told).toEqual(["a", "a", "session"]);
    stop();
  });

  it("ends nothing on an error, and continues after it", async () => {
    const { watcher, asked, gone } = aWatcher({ failures: 2 });
    gone.add("a");
    let looksBefore: number | undefined;
    watcher.watch(byKey("a"), () => {
      looksBefore = asked.length;
    });
    await until(() => looksBefore !== undefined);
    expect(looksBefore).toBe(3);
  });
});
