import { fileURLToPath } from "node:url";
import { system, useChaosSystem } from "./chaos-system.ts";
import { crash } from "./crash.ts";
import { surprises } from "./load.ts";
import { untilResponses } from "./load-progress.ts";
import { expectNothingLost } from "./nothing-lost.ts";

const tenMinutesMs = 600_000;
const shiftedClock = fileURLToPath(new URL("./shifted-clock.ts", import.meta.url));
const shifted = (ms: number) => ({ preload: [shiftedClock], env: { CLOCK_SHIFT_MS: String(ms) } });

useChaosSystem({
  apart: { "verifier-1": shifted(tenMinutesMs), "dispatcher-1": shifted(-tenMinutesMs) },
});

describe("a verifier ten minutes ahead and a dispatcher ten minutes behind", () => {
  it("take no other process's work, and all times come from the database's clock", async () => {
    const load = system.startLoad(await system.account());
    await untilResponses(load, 1);
    await load.stop();
    expect(surprises(load, [202])).toEqual([]);
    await expectNothingLost(system, [load]);

    // The clocks are shifted as intended: both processes date their own log lines by them.
    const [ahead] = system.verifiers;
    const [behind] = system.dispatchers;
    expect(lastTime(ahead?.log() ?? "")).toBeGreaterThan(Date.now() + tenMinutesMs / 2);
    expect(lastTime(behind?.log() ?? "")).toBeLessThan(Date.now() - tenMinutesMs / 2);
    // No shifted time reaches others.
    const { rows } = await system.pool.query(
      `select id from verification_requests
        where claim_attempt <> 1 or completed_at < created_at or completed_at > now()
           or completed_at - created_at > interval '5 minutes'`,
    );
    expect(rows).toEqual([]);
    const wrong = system.receiver.received.filter(({ headers, body }) => {
      const signedAt = Number(headers["x-webhook-timestamp"]) * 1_000;
      const endedAt = Date.parse(JSON.parse(body).timestamp);
      return (
        Math.abs(signedAt - endedAt) > tenMinutesMs / 2 || Math.abs(Date.now() - endedAt) > tenMinutesMs / 2
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe.each([
  ["the verifier that is ten minutes ahead", () => system.verifiers[0]],
  ["the verifier beside it", () => system.verifiers[1]],
  ["the dispatcher that is ten minutes behind", () => system.dispatchers[0]],
])("kill -9 of %s, five times", (_which, victim) => {
  it("loses nothing and is invisible to callers", async () => {
    const load = system.startLoad(await system.account());
    await crash(victim(), load);
    expect(surprises(load, [202])).toEqual([]);
    await expectNothingLost(system, [load]);
  });
});

function lastTime(log: string): number {
  const times = [...log.matchAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g)].map(([time]) =>
    Date.parse(time),
  );
  return times.at(-1) ?? Number.NaN;
}
