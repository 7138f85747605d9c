import { createFilePlaces } from "./file-places.ts";

const limited = { code: "rate_limited" };
const full = { code: "service_unavailable" };

describe("places for files", () => {
  it("are two of sixteen for one account, however many it opens", () => {
    const places = createFilePlaces({ ofAccount: 2, ofProcess: 16 });
    for (let nth = 1; nth <= 8; nth += 1) {
      for (const _of of ["one", "another"]) places.take(`usr_${nth}`);
      for (let more = 0; more < 400; more += 1)
        expect(() => places.take(`usr_${nth}`)).toThrow(expect.objectContaining(limited));
    }
    expect(() => places.take("usr_9")).toThrow(expect.objectContaining(full));
  });

  it("are given back once, by their own file", () => {
    const places = createFilePlaces({ ofAccount: 1, ofProcess: 1 });
    const first = places.take("usr_1");
    first[Symbol.dispose]();
    const second = places.take("usr_1");
    first[Symbol.dispose]();
    expect(() => places.take("usr_1")).toThrow(expect.objectContaining(limited));
    second[Symbol.dispose]();
    places.take("usr_2");
  });

  it("that are taken again at once are no newer: two accounts that renew theirs keep out no third", () => {
    jest.useFakeTimers();
    try {
      const places = createFilePlaces({ ofAccount: 1, ofProcess: 2 });
      const renewing = ["usr_1", "usr_2"].map((id) => ({ id, place: places.take(id) }));
      for (let seconds = 0; seconds < 60; seconds += 20) {
        expect(() => places.take("usr_3")).toThrow(expect.objectContaining(full));
        jest.advanceTimersByTime(20_000);
        for (const each of renewing) {
          each.place[Symbol.dispose]();
          each.place = places.take(each.id);
        }
      }
      places.take("usr_3");
      expect(renewing.map(({ place }) => place.signal.aborted)).toEqual([true, false]);
    } finally {
      jest.useRealTimers();
    }
  });

  it("go to an account that waits for one after their time, and not back at once", () => {
    const places = createFilePlaces({ ofAccount: 1, ofProcess: 2, undisturbedMs: 0 });
    const [first, second] = [places.take("usr_1"), places.take("usr_2")];
    const third = places.take("usr_3");
    expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
    expect(() => places.take("usr_1")).toThrow(expect.objectContaining(full));
  });
});
