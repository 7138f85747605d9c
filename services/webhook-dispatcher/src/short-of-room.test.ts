import { roomy } from "../test/delivery-rows.ts";
import { shortOfRoom } from "./short-of-room.ts";

const to = (host: string, userId = "usr_1") => ({ host, userId });

describe("the end of an attempt is worth another look", () => {
  it("when its host or its account had no more room", () => {
    const room = roomy({ perHost: 2, perAccount: 3, hosts: new Map([["full.test", 0]]) });
    const isShort = shortOfRoom(room, [to("a.test"), to("a.test"), to("b.test")]);
    expect(isShort(to("full.test", "usr_2"))).toBe(true);
    expect(isShort(to("a.test", "usr_2"))).toBe(true);
    expect(isShort(to("b.test"))).toBe(true); // the account's third
  });

  it("when all slots are taken, or a breaker lets one find out", () => {
    expect(shortOfRoom(roomy({ free: 1 }), [to("a.test")])(to("b.test"))).toBe(true);
    const breakers = [{ ...to("a.test"), waitMs: undefined }];
    expect(shortOfRoom(roomy({ breakers }), [])(to("a.test"))).toBe(true);
  });

  /** Each look reads the backlog: with a look for every answer of a healthy host, fifty dead ones would slow all. */
  it("but not when others alone wait", () => {
    const isShort = shortOfRoom(roomy({ perHost: 2, hosts: new Map([["full.test", 0]]) }), [to("well.test")]);
    expect(isShort(to("well.test"))).toBe(false);
  });
});
