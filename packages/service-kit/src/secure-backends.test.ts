import { z } from "zod";
import { secureBackendsSetting } from "./secure-backends.ts";

const setting = z.object({ SECURE_BACKENDS: secureBackendsSetting });

describe("with verification switched off for the whole process", () => {
  beforeAll(() => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  });
  afterAll(() => {
    delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  });

  it("backends that must be secure are refused, and the line names the setting", () => {
    expect(() => setting.parse({ SECURE_BACKENDS: "kafka" })).toThrow("NODE_TLS_REJECT_UNAUTHORIZED=0");
  });

  it("others start", () => {
    expect(setting.parse({})).toEqual({ SECURE_BACKENDS: [] });
  });
});

it("backends that must be secure are taken where certificates are verified", () => {
  expect(setting.parse({ SECURE_BACKENDS: "kafka,redis" })).toEqual({ SECURE_BACKENDS: ["kafka", "redis"] });
});
