import { inspect } from "node:util";
import {
  booleanSetting,
  ConfigurationError,
  integerSetting,
  readConfiguration,
  secret,
  secretSetting,
} from "./configuration.ts";
import { commonSettings } from "./shared-settings.ts";

const settings = {
  PORT: integerSetting({ min: 1, max: 65_535, default: 8_080 }, "Port"),
  VERBOSE: booleanSetting(false, "Says more"),
  TOKEN: secretSetting("Secret token"),
};

describe("configuration", () => {
  it("takes defaults; an empty variable counts as not set", () => {
    expect(readConfiguration(settings, { TOKEN: "t", PORT: "" })).toMatchObject({
      PORT: 8_080,
      VERBOSE: false,
    });
  });

  it("takes NODE_ENV as one of three, and as development if it is unset or empty", () => {
    const { NODE_ENV } = commonSettings;
    const read = (env: Record<string, string>) => readConfiguration({ NODE_ENV }, env).NODE_ENV;
    expect([{}, { NODE_ENV: "" }, { NODE_ENV: "test" }].map(read)).toEqual([
      "development",
      "development",
      "test",
    ]);
    for (const wrong of ["prod", "Production", "production ", "staging"])
      expect(() => read({ NODE_ENV: wrong })).toThrow("NODE_ENV: must be production, development or test");
  });

  it("names all errors at once, with the meaning of each setting", () => {
    const read = () => readConfiguration(settings, { PORT: "http", VERBOSE: "yes" });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(/PORT: must be a whole number[\s\S]*VERBOSE:[\s\S]*TOKEN:[\s\S]*Secret token/);
  });

  it("never repeats a wrong value: it may be a secret in the wrong place", () => {
    expect(() => readConfiguration(settings, { PORT: "hunter2" })).not.toThrow(/hunter2/);
  });

  it("prints no secret, by any way of printing", () => {
    const value = secret("hunter2");
    expect(`${value} ${JSON.stringify({ value })} ${inspect({ value })}`).not.toContain("hunter2");
    expect(value.reveal()).toBe("hunter2");
  });
});
