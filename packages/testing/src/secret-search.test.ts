import { findSecrets } from "./secret-search.ts";

const key = `rvk_${"aZ3bY4cX5d".repeat(5).slice(0, 49)}`;
const token = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzZXNfMSJ9.c2lnbmF0dXJl-of-one-session`;

describe("the search for secrets in log lines", () => {
  it.each([
    ["a key", key, `{"message":"refused ${key}"}`],
    ["a key without its prefix", key, `{"of":"${key.slice(4)}"}`],
    ["the first third of a key", key, `{"of":"${key.slice(0, 20)}…"}`],
    ["a session token in a URL", token, `{"url":"/x?session=${token}&y"}`],
    ["the signature of a session token alone", token, `{"of":"${token.split(".")[2]}"}`],
    [
      "a password with a quote in it",
      'pass"word-canary',
      JSON.stringify({ body: '{"password":pass"word-canary}' }),
    ],
    ["a signing secret", "whsec_Q0FOQVJZcanaryQ0FOQVJZ", '{"error":"cannot open Q0FOQVJZcanaryQ0FOQVJZ"}'],
    ["an account number", "1000777000123", '{"to":"CBE 1000777000123"}'],
  ])("finds %s", (_what, secret, line) => {
    const clean = '{"message":"http.request","route":"/api/verify"}';
    expect(findSecrets([clean, line], [secret]).map((leak) => leak.line)).toEqual([line]);
  });

  it("ignores the common start of tokens, and text too short or too uniform to be a secret", () => {
    const lines = [
      '{"of":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzZXNfMSJ9.other-signature","x":"rvk_ short xxxxxxxxxxxx"}',
    ];
    expect(findSecrets(lines, [token, "rvk_", "short", "x".repeat(12)])).toEqual([]);
  });
});
