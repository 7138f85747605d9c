import { ampleCapacity } from "../test/delivery-rows.ts";
import { targetsLeftBehind } from "./targets-left-behind.ts";

const to = (host: string, userId = "usr_1") => ({ host, userId, target: `${userId} ${host}` });

describe("targetsLeftBehind", () => {
  it("names targets whose host or account had no more capacity", () => {
    const capacity = ampleCapacity({ perHost: 2, perAccount: 3, hosts: new Map([["full.test", 0]]) });
    const isBlocked = targetsLeftBehind(capacity, [to("a.test"), to("a.test"), to("b.test")]);
    expect(isBlocked(to("full.test", "usr_2"))).toBe(true);
    expect(isBlocked(to("a.test", "usr_2"))).toBe(true);
    expect(isBlocked(to("b.test"))).toBe(true); // the account's third
  });

  it("names an endpoint that had no more capacity, and not the others of its host", () => {
    const capacity = ampleCapacity({ perTarget: 1 });
    const isBlocked = targetsLeftBehind(capacity, [to("a.test")]);
    expect([isBlocked(to("a.test")), isBlocked(to("a.test", "usr_2"))]).toEqual([true, false]);
  });

  it("names every target when all slots are leased, and one behind a half-open breaker", () => {
    expect(targetsLeftBehind(ampleCapacity({ free: 1 }), [to("a.test")])(to("b.test"))).toBe(true);
    const breakers = [{ target: "usr_1 a.test", waitMs: undefined }];
    expect(targetsLeftBehind(ampleCapacity({ breakers }), [])(to("a.test"))).toBe(true);
  });

  /** Each poll reads the backlog: polling after every response of a healthy host would let 50 dead hosts slow all. */
  it("leaves out a target when only others wait", () => {
    const isBlocked = targetsLeftBehind(ampleCapacity({ perHost: 2, hosts: new Map([["full.test", 0]]) }), [
      to("well.test"),
    ]);
    expect(isBlocked(to("well.test"))).toBe(false);
  });
});
