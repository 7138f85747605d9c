import type { ApiKeyView, CheckoutKeyView } from "@receipts/contracts";
import {
  apiKeyRow,
  checkoutKeyRow,
  type KeyRow,
  permissionsOf,
  replacementOf,
  unusedReplacement,
} from "./key-row.ts";

const common = {
  name: "Shop server",
  enabled: true,
  requestCount: 3,
  createdAt: "2026-03-02T08:15:30.120Z",
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  madeBy: null,
};
const apiKey: ApiKeyView = {
  ...common,
  id: "key_1",
  prefix: "rvk_",
  fingerprint: { sha256Prefix: "41d07be89f2c" },
  permissions: { verification: ["read", "write"], uptime: ["read"] },
  branchId: "bra_1",
  metadata: { environment: "production" },
};
const checkoutKey: CheckoutKeyView = {
  ...common,
  id: "cky_1",
  prefix: "sck_",
  fingerprint: { last4: "k3Zq", sha256Prefix: "9f2c41d07be8" },
  scopes: ["deposits:read"],
};

describe("a key row", () => {
  it("lists the grants of both kinds of key alike", () => {
    expect(apiKeyRow(apiKey).grants).toEqual(["uptime:read", "verification:read", "verification:write"]);
    expect(checkoutKeyRow(checkoutKey).grants).toEqual(["deposits:read"]);
  });

  it("shows the public part of the key", () => {
    expect(apiKeyRow(apiKey).fingerprint).toBe("rvk_… (SHA-256 41d07be89f2c…)");
    expect(checkoutKeyRow(checkoutKey).fingerprint).toBe("sck_…k3Zq (SHA-256 9f2c41d07be8…)");
  });

  it("is active, left by its maker, expired or revoked; the later ones win", () => {
    const stateOf = (change: Partial<ApiKeyView>) => apiKeyRow({ ...apiKey, ...change }).state;
    const past = "2026-03-03T08:15:30.120Z";
    expect(stateOf({})).toBe("active");
    const madeBy = { memberId: "mem_1", name: "Hanna", role: "developer", hasLeft: true } as const;
    expect(stateOf({ enabled: false, madeBy })).toBe("left");
    expect(stateOf({ enabled: false, expiresAt: past, madeBy })).toBe("expired");
    expect(stateOf({ enabled: false, expiresAt: past })).toBe("expired");
    expect(stateOf({ enabled: false, expiresAt: past, revokedAt: past })).toBe("revoked");
  });
});

describe("the replacement of a key", () => {
  const key = (change: Partial<KeyRow>): KeyRow => ({ ...apiKeyRow(apiKey), ...change });

  /** A rotation that added permissions would let the key's holder exceed them. */
  it("has the same permissions and branch", () => {
    const { grants, name, metadata, branchId } = replacementOf(key({}));
    expect(permissionsOf(grants)).toEqual(apiKey.permissions);
    expect([name, metadata, branchId]).toEqual([apiKey.name, apiKey.metadata, apiKey.branchId]);
  });

  it("has the same lifetime", () => {
    expect(replacementOf(key({})).expiresInDays).toBeUndefined();
    expect(replacementOf(key({ expiresAt: "2026-05-31T08:15:30.120Z" })).expiresInDays).toBe(90);
    expect(replacementOf(key({ expiresAt: "2026-03-02T08:20:30.120Z" })).expiresInDays).toBe(1);
  });
});

describe("an unused replacement", () => {
  const old = apiKeyRow(apiKey);
  const fresh: KeyRow = { ...old, id: "key_2", createdAt: "2026-03-03T08:15:30.120Z" };

  it("is an unused active key that is younger than an active key with the same name and grants", () => {
    expect(unusedReplacement([fresh, old])).toEqual({ old, fresh });
    expect(unusedReplacement([old, fresh])).toEqual({ old, fresh });
  });

  it.each([
    ["has been used", [{ ...fresh, lastUsedAt: "2026-03-04T08:15:30.120Z" }, old]],
    ["has another name", [{ ...fresh, name: "Till" }, old]],
    ["belongs to another branch", [{ ...fresh, branchId: null }, old]],
    ["may do something else", [{ ...fresh, grants: ["metrics:read"] }, old]],
    ["is revoked", [{ ...fresh, state: "revoked" }, old]],
    ["replaced one that is revoked", [fresh, { ...old, state: "revoked" }]],
    ["is alone", [fresh]],
  ] as const)("is not found when it %s", (_why, rows) => {
    expect(unusedReplacement(rows)).toBeUndefined();
  });
});
