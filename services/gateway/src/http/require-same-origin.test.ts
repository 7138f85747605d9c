import type { Request } from "express";
import { createRequireSameOrigin } from "./require-same-origin.ts";

const call = (headers: Readonly<Record<string, string>>, method = "POST") =>
  ({ method, get: (name: string) => headers[name] }) as unknown as Request;

describe("a call that changes something", () => {
  const secure = createRequireSameOrigin("https://api.example.test");
  const local = createRequireSameOrigin("http://localhost:8080");

  it("is accepted from the base URL's own origin, with any Host header", () => {
    for (const host of ["api.example.test", "gateway.internal:8080"]) {
      expect(() => secure(call({ origin: "https://api.example.test", host }))).not.toThrow();
    }
  });

  /** Anyone between a browser and a name can serve `http://` for it, without a certificate. */
  it.each([
    ["http", "http://api.example.test", "api.example.test"],
    ["http on the port of https", "http://api.example.test:443", "api.example.test:443"],
    ["another port", "https://api.example.test:8443", "api.example.test:8443"],
    ["another name that the balancer serves", "https://pay.example.test", "pay.example.test"],
    ["the balancer's address", "http://127.0.0.1:8080", "127.0.0.1:8080"],
  ])("is refused from %s by an https service, with any Host header", (_what, origin, host) => {
    expect(() => secure(call({ origin, host }))).toThrow(
      expect.objectContaining({ code: "origin_rejected" }),
    );
  });

  it.each([
    ["http://localhost:8080", "localhost:8080"],
    ["http://127.0.0.1:8080", "127.0.0.1:8080"],
    ["http://[::1]:8080", "[::1]:8080"],
    ["http://192.0.2.7:9090", "192.0.2.7:9090"],
  ])("is accepted from %s by an http service, as in development", (origin, host) => {
    expect(() => local(call({ origin, host }))).not.toThrow();
  });

  it.each(["http://evil.example", "http://localhost:3000", "null", ""])(
    "is refused from %p by an http service",
    (origin) => {
      expect(() => local(call({ origin, host: "localhost:8080" }))).toThrow(
        expect.objectContaining({ code: "origin_rejected" }),
      );
    },
  );

  it("is accepted from clients without an origin; reads are accepted from anywhere", () => {
    expect(() => secure(call({ host: "api.example.test" }))).not.toThrow();
    expect(() => secure(call({ origin: "https://evil.example" }, "GET"))).not.toThrow();
  });
});
