import { HasherFull } from "./hasher-slots.ts";
import { createPasswordHasher } from "./password-hasher.ts";

const PASSWORD = "correct horse battery staple";

describe("a password", () => {
  it("matches its own hash only", async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash(PASSWORD);
    expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await hasher.verify(PASSWORD, stored)).toBe(true);
    expect(await hasher.verify(`${PASSWORD} `, stored)).toBe(false);
    expect(await hasher.hash(PASSWORD)).not.toBe(stored);
  });

  it("is the same from every keyboard", async () => {
    const hasher = createPasswordHasher();
    expect(await hasher.verify("cafe\u0301 de la gare", await hasher.hash("caf\u00e9 de la gare"))).toBe(
      true,
    );
  });

  /** Otherwise the response time would reveal who has an account. */
  it("takes the same work without a stored hash", async () => {
    let work = 0;
    const hasher = createPasswordHasher({ onWork: () => (work += 1) });
    expect(await hasher.verify(PASSWORD, null)).toBe(false);
    expect(await hasher.verify(PASSWORD, "not a hash")).toBe(false);
    expect(work).toBe(2);
  });

  it("waits for a slot, and is refused at once when too many wait", async () => {
    const hasher = createPasswordHasher({ maxWaiting: 1, slots: 1 });
    const all = await Promise.allSettled(Array.from({ length: 3 }, () => hasher.verify(PASSWORD, null)));
    const refused = all.filter((outcome) => outcome.status === "rejected");
    expect(refused.map(({ reason }) => reason)).toEqual([expect.any(HasherFull)]);
    expect(await hasher.verify(PASSWORD, null)).toBe(false);
  });
});
