import { createTargetBreakers } from "./target-breakers.ts";

const target = { userId: "usr_a", host: "dead.test" };

function open() {
  const clock = { ms: 1_000 };
  const breakers = createTargetBreakers({ now: () => clock.ms });
  const fail = (times: number) => {
    for (let n = 0; n < times; n += 1) {
      breakers.began(target);
      breakers.ended(target, false);
    }
  };
  return { breakers, clock, fail };
}

describe("the breaker of an account and a host", () => {
  it("opens after ten attempts in a row without an answer, for 5 s", () => {
    const { breakers, fail } = open();
    fail(9);
    expect(breakers.rooms()).toEqual([]);
    fail(1);
    expect(breakers.rooms()).toEqual([{ ...target, waitMs: 5_000 }]);
  });

  it("lets one attempt find out afterwards, and no second one meanwhile", () => {
    const { breakers, clock, fail } = open();
    fail(10);
    clock.ms += 5_000;
    expect(breakers.rooms()).toEqual([{ ...target, waitMs: undefined }]);
    breakers.began(target);
    expect(breakers.rooms()).toEqual([{ ...target, waitMs: 5_000 }]);
  });

  it("opens for twice as long each time, a minute at most", () => {
    const { breakers, clock, fail } = open();
    fail(10);
    const waits = Array.from({ length: 5 }, () => {
      clock.ms += 3_600_000;
      fail(1);
      return breakers.rooms()[0]?.waitMs;
    });
    expect(waits).toEqual([10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it.each([
    ["an answer, of whatever status,", true, []],
    ["an attempt that was given back", undefined, [{ ...target, waitMs: undefined }]],
  ])("after %s is as it should be", (_what, answered, expected) => {
    const { breakers, clock, fail } = open();
    fail(10);
    clock.ms += 5_000;
    breakers.began(target);
    breakers.ended(target, answered);
    expect(breakers.rooms()).toEqual(expected);
  });

  it("does not open for longer because of attempts that were under way when it opened", () => {
    const { breakers, fail } = open();
    fail(30);
    expect(breakers.rooms()).toEqual([{ ...target, waitMs: 5_000 }]);
  });

  it("is not that of another account on the same host", () => {
    const { breakers, fail } = open();
    fail(10);
    expect(breakers.rooms().map(({ userId }) => userId)).toEqual(["usr_a"]);
  });
});
