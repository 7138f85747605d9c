import { createHealth } from "./health.ts";

describe("readiness", () => {
  it("does not end with the first failed check: a store that blinks must not take out every pod", async () => {
    const health = createHealth({
      required: { store: async () => Promise.reject(new Error("away")) },
      toleratedMs: 60_000,
    });
    expect(await health.readiness()).toMatchObject({
      ready: true,
      dependencies: { store: { state: "down" } },
    });
  });

  it("ends when a required store has been away for too long", async () => {
    const health = createHealth({
      required: { store: async () => Promise.reject(new Error("away")) },
      toleratedMs: 0,
    });
    expect((await health.readiness()).ready).toBe(false);
  });

  it("does not depend on what is only informative", async () => {
    const health = createHealth({ required: {}, informative: { bus: () => false }, toleratedMs: 0 });
    expect(await health.readiness()).toEqual({ ready: true, dependencies: { bus: { state: "down" } } });
  });

  it("ends at once when the process drains", async () => {
    const health = createHealth({ required: {}, toleratedMs: 60_000 });
    health.startDraining();
    expect((await health.readiness()).ready).toBe(false);
  });
});
