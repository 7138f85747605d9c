import fc from "fast-check";
import { redisNames } from "./redis-names.ts";

/** Only the characters that matter, so that ambiguous names are frequent. */
const text = fc.string({ unit: fc.constantFrom("a", ":", "%", "{", "}", "0", "\ud800", "\udc01", "ብ") });
const names = redisNames("stage-1");

describe("the names in Redis", () => {
  it("are unchanged if nothing needs an escape", () => {
    expect(names.key("verdict:1:abc")).toBe("stage-1:value:verdict:1:abc");
    expect(names.channel("live-status:ብር")).toBe("stage-1:channel:live-status:ብር");
    expect(names.limiter("per:key")).toBe("stage-1:limit:per%003akey");
    expect(names.limiterWithin("key", "usr_1", "key_1")).toBe("stage-1:limit:key:{usr_1}:key_1");
    expect(names.limiterWithin("account", "usr_1")).toBe("stage-1:limit:account:{usr_1}");
  });

  it("differ if kind, limiter or text differ", () => {
    const inRedis = ([kind, name, key]: [string, string, string]) => {
      if (kind === "value") return names.key(key);
      if (kind === "channel") return names.channel(key);
      if (kind === "within") return names.limiterWithin("of", name, key);
      return `${names.limiter(name)}:${names.limiterKey(key)}`;
    };
    const place = fc.tuple(fc.constantFrom("value", "channel", "limit", "within"), text, text);
    fc.assert(
      fc.property(place, place, (one, two) => {
        const same =
          one[0] === two[0] && one[2] === two[2] && (!/limit|within/.test(one[0]) || one[1] === two[1]);
        const [first, second] = [Buffer.from(inRedis(one)), Buffer.from(inRedis(two))];
        expect(first.equals(second)).toBe(same);
      }),
      { numRuns: 2_000 },
    );
  });
});
