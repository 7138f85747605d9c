import { isWaiting, stateOf } from "./till-state.ts";

const now = Date.parse("2026-03-02T08:15:30.000Z");
const earlier = "2026-03-02T08:15:29.000Z";
const later = "2026-03-02T08:15:31.000Z";
const none = { revokedAt: null, enrolledAt: null, codeExpiresAt: null };

it.each([
  ["waiting", { ...none, codeExpiresAt: later }],
  ["expired", { ...none, codeExpiresAt: earlier }],
  ["enrolled", { ...none, enrolledAt: earlier }],
  ["revoked", { ...none, revokedAt: earlier }],
  ["revoked", { ...none, enrolledAt: earlier, revokedAt: earlier }],
] as const)("a till is %s with %j", (state, till) => {
  expect(stateOf(till, now)).toBe(state);
});

it("a list is waiting while one of its tills is", () => {
  const enrolled = { revokedAt: null, enrolledAt: "2026-03-02T08:00:00Z", codeExpiresAt: null };
  const waiting = { ...enrolled, enrolledAt: null, codeExpiresAt: "2999-01-01T00:00:00Z" };
  expect([isWaiting([enrolled, waiting]), isWaiting([enrolled]), isWaiting([])]).toEqual([
    true,
    false,
    false,
  ]);
});
