import type { Request } from "express";
import { createRequireSameOrigin } from "./require-same-origin.ts";

const call = (headers: Readonly<Record<string, string>>, method = "POST") =>
  ({ method, get: (name: string) => headers[name] }) as unknown as Request;

describe("a call that changes something", () => {
  const secure = createRequireSameOrigin("https://api.example.test");
  const local = createRequireSameOrigin("http://localhost:8080");

  it("is ours when it comes from the base URL's own origin, by whatever name it was passed on to us", () => {
    for (const host of ["api.example.test", "gateway.internal:8080"]) {
      expect(() => secure(call({ origin: "https://api.example.test", host }))).not.toThrow();
    }
  });

  /** Whoever stands between a browser and a name can answer `http://` for it, and no certificate stops him. */
  it.each([
    ["http", "http://api.example.test", "api.example.test"],
    ["http on the port of https", "http://api.example.test:443", "api.example.test:443"],
    ["another port", "https://api.example.test:8443", "api.example.test:8443"],
    ["another name that the balancer serves", "https://pay.example.test", "pay.example.test"],
    ["the balancer's address", "http://127.0.0.1:8080", "127.0.0.1:8080"],
  ])(
    "of a service that is https is refused from %s, whatever the Host header says",
    (_what, origin, host) => {
      expect(() => secure(call({ origin, host }))).toThrow(
        expect.objectContaining({ code: "origin_rejected" }),
      );
    },
  );

  it.each([
    ["http://localhost:8080", "localhost:8080"],
    ["http://127.0.0.1:8080", "127.0.0.1:8080"],
    ["http://[::1]:8080", "[::1]:8080"],
    ["http://192.0.2.7:9090", "192.0.2.7:9090"],
  ])("of a service that is http, as in development, is ours from %s", (origin, host) => {
    expect(() => local(call({ origin, host }))).not.toThrow();
  });

  it.each(["http://evil.example", "http://localhost:3000", "null", ""])(
    "of a service that is http is refused from %p",
    (origin) => {
      expect(() => local(call({ origin, host: "localhost:8080" }))).toThrow(
        expect.objectContaining({ code: "origin_rejected" }),
      );
    },
  );

  it("may come from a client that is no browser, and reading may come from anywhere", () => {
    expect(() => secure(call({ host: "api.example.test" }))).not.toThrow();
    expect(() => secure(call({ origin: "https://evil.example" }, "GET"))).not.toThrow();
  });
});
