import { createHealth } from "./health.ts";

describe("readiness", () => {
  it("survives the first failed check: a short outage must not take out every pod", async () => {
    const health = createHealth({
      required: { store: async () => Promise.reject(new Error("away")) },
      toleratedMs: 60_000,
    });
    expect(await health.readiness()).toMatchObject({
      ready: true,
      dependencies: { store: { state: "down" } },
    });
  });

  it("ends when a required store is down for too long", async () => {
    const health = createHealth({
      required: { store: async () => Promise.reject(new Error("away")) },
      toleratedMs: 0,
    });
    expect((await health.readiness()).ready).toBe(false);
  });

  it("is looked up once for many calls at the same time", async () => {
    let looks = 0;
    const health = createHealth({
      required: {
        store: async () => {
          looks += 1;
        },
      },
      toleratedMs: 0,
    });
    await Promise.all(Array.from({ length: 1_000 }, () => health.readiness()));
    expect(looks).toBe(1);
  });

  it("does not depend on informative checks", async () => {
    const health = createHealth({ required: {}, informative: { bus: () => false }, toleratedMs: 0 });
    expect(await health.readiness()).toEqual({ ready: true, dependencies: { bus: { state: "down" } } });
  });

  it("ends at once when the process drains", async () => {
    const health = createHealth({ required: {}, toleratedMs: 60_000 });
    health.startDraining();
    expect((await health.readiness()).ready).toBe(false);
  });
});
