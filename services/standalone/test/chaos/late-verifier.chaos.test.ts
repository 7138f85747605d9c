import { until } from "@receipts/testing";
import { system, useChaosSystem } from "./chaos-system.ts";
import { surprises } from "./load.ts";
import { untilAccepted, untilResponses } from "./load-progress.ts";
import { expectNothingLost } from "./nothing-lost.ts";

useChaosSystem();

/** Returns the frozen verifier's requests that the other verifier has ended. */
async function endedByAnother(ids: readonly string[]) {
  const { rows } = await system.pool.query(
    `select id, claim_attempt, status, completed_at, result from verification_requests
      where id = any($1) and claim_attempt > 1 and completed_at is not null order by id`,
    [ids],
  );
  return rows;
}

/** Returns unfinished requests whose claim has expired: their holder is frozen. */
async function expiredClaims(): Promise<string[]> {
  const { rows } = await system.pool.query<{ id: string }>(
    "select id from verification_requests where completed_at is null and claimed_until < now()",
  );
  return rows.map(({ id }) => id);
}

describe("a verifier frozen past its lease (SIGSTOP), then thawed", () => {
  it("never overwrites the verdicts that the other verifier recorded", async () => {
    const load = system.startLoad(await system.account());
    await untilResponses(load, 0.2);
    // A slow bank, so that the verifier is frozen during calls to it.
    await system.control({ bank: "telebirr", latencyMs: 1_000 });
    await untilAccepted(load, 50);
    const [frozen] = system.verifiers;
    frozen?.signal("SIGSTOP");
    await system.control({ bank: "telebirr", latencyMs: 30 });
    const held = await until(
      async () => {
        const ids = await expiredClaims();
        return ids.length > 0 ? ids : undefined;
      },
      { what: "claims that ran out" },
    );
    await until(async () => (await endedByAnother(held)).length === held.length, {
      what: "the end of what the frozen one held",
    });
    const before = await endedByAnother(held);

    frozen?.signal("SIGCONT");
    await until(() => lateResults(frozen?.log() ?? "", held).size > 0, {
      what: "the late verifier's notice that it has lost its claims",
    });
    await untilResponses(load, 0.4);
    await load.stop();
    expect(await endedByAnother(held)).toEqual(before);
    expect(surprises(load, [202])).toEqual([]);
    await expectNothingLost(system, [load]);
  });
});

/** Returns requests whose log lines report a lost claim or a late verdict. */
function lateResults(log: string, ids: readonly string[]): ReadonlySet<string> {
  const late = log
    .split("\n")
    .filter((line) => line.includes('"claim.lost"') || line.includes('"fenced"'))
    .flatMap((line) => ids.filter((id) => line.includes(id)));
  return new Set(late);
}
