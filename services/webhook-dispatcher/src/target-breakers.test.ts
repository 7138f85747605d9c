import { createTargetBreakers } from "./target-breakers.ts";

const target = { target: "usr_a dead.test" };

function open() {
  const clock = { ms: 1_000 };
  const breakers = createTargetBreakers({ now: () => clock.ms });
  const fail = (times: number) => {
    for (let n = 0; n < times; n += 1) {
      breakers.started(target);
      breakers.ended(target, false);
    }
  };
  return { breakers, clock, fail };
}

describe("the breaker of a target", () => {
  it("opens for 5 s after 10 consecutive attempts without a response", () => {
    const { breakers, fail } = open();
    fail(9);
    expect(breakers.gates()).toEqual([]);
    fail(1);
    expect(breakers.gates()).toEqual([{ ...target, waitMs: 5_000 }]);
  });

  it("then lets one probe through, and no second one meanwhile", () => {
    const { breakers, clock, fail } = open();
    fail(10);
    clock.ms += 5_000;
    expect(breakers.gates()).toEqual([{ ...target, waitMs: undefined }]);
    breakers.started(target);
    expect(breakers.gates()).toEqual([{ ...target, waitMs: 5_000 }]);
  });

  it("opens for twice as long each time, a minute at most", () => {
    const { breakers, clock, fail } = open();
    fail(10);
    const waits = Array.from({ length: 5 }, () => {
      clock.ms += 3_600_000;
      fail(1);
      return breakers.gates()[0]?.waitMs;
    });
    expect(waits).toEqual([10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it.each([
    ["closes after a response of any status", true, []],
    ["stays half-open after a released probe", undefined, [{ ...target, waitMs: undefined }]],
  ])("%s", (_case, responded, expected) => {
    const { breakers, clock, fail } = open();
    fail(10);
    clock.ms += 5_000;
    breakers.started(target);
    breakers.ended(target, responded);
    expect(breakers.gates()).toEqual(expected);
  });

  it("does not open longer for attempts that were in flight when it opened", () => {
    const { breakers, fail } = open();
    fail(30);
    expect(breakers.gates()).toEqual([{ ...target, waitMs: 5_000 }]);
  });

  it("does not affect another target on the same host", () => {
    const { breakers, fail } = open();
    fail(10);
    expect(breakers.gates().map(({ target: open }) => open)).toEqual(["usr_a dead.test"]);
  });
});
