import { asFolderFault, asListenFault, asUnreachable } from "./start-faults.ts";

const systemError = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const messageOf = (error: unknown) => (error as Error).message.split("\n").at(-1)?.trim();

describe("a folder that cannot be used", () => {
  it.each([
    [systemError("ENOSPC", { path: "/data" }), "DATA_DIR: /data: its disk is full (ENOSPC)"],
    [systemError("EROFS", { path: "/data" }), "DATA_DIR: /data: its disk is read-only (EROFS)"],
    [systemError("EACCES", { path: "/data" }), "DATA_DIR: /data: this user may not write it (EACCES)"],
    [
      Object.assign(new Error("initdb failed"), {
        stderr: "FATAL: could not write: No space left on device",
      }),
      "DATA_DIR: /data: its disk is full (ENOSPC)",
    ],
    [
      new Error("PostgreSQL did not start:\nFATAL: could not create: Read-only file system"),
      "DATA_DIR: /data: its disk is read-only (EROFS)",
    ],
  ])("is named with its setting and the reason: %s", (error, message) => {
    expect(messageOf(asFolderFault(error, "DATA_DIR", "/data"))).toBe(message);
  });
});

it("leaves errors of another kind as they are", () => {
  const other = new TypeError("undefined is not a function");
  expect(asFolderFault(other, "DATA_DIR", "/data")).toBe(other);
  expect(asListenFault(other, "PORT", { port: 80 })).toBe(other);
  expect(asUnreachable(other, "DATABASE_URL", "PostgreSQL")).toBe(other);
});

it("names a port that this user may not open", () => {
  const fault = asListenFault(systemError("EACCES"), "PORT", { port: 80, host: "0.0.0.0" });
  expect(messageOf(fault)).toBe("PORT: this user may not listen on port 80 on 0.0.0.0");
});

it("names a server that does not respond, also where several addresses were tried", () => {
  const refused = systemError("ECONNREFUSED", { address: "10.0.0.1", port: 5432 });
  expect(messageOf(asUnreachable(new AggregateError([refused]), "DATABASE_URL", "PostgreSQL"))).toBe(
    "DATABASE_URL: PostgreSQL cannot be reached at 10.0.0.1:5432 (ECONNREFUSED)",
  );
});
