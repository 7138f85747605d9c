import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConfigurationError, readConfiguration, secretSetting } from "./configuration.ts";

const settings = { TOKEN: secretSetting("Secret token"), OTHER: secretSetting("Other token").optional() };

describe("a setting in a file", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "settings-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const fileWith = (content: string): string => {
    const file = path.join(folder, `${content.length}.secret`);
    writeFileSync(file, content);
    return file;
  };

  it.each(["hunter2", "hunter2\n", "hunter2\r\n"])(
    "is the content of the file without its last line break: %j",
    (content) => {
      const { TOKEN } = readConfiguration(settings, { TOKEN_FILE: fileWith(content) });
      expect(TOKEN.reveal()).toBe("hunter2");
    },
  );

  it("keeps all other characters, blanks and inner line breaks included", () => {
    const { TOKEN } = readConfiguration(settings, { TOKEN_FILE: fileWith(" a\nb \n") });
    expect(TOKEN.reveal()).toBe(" a\nb ");
  });

  it("counts as not set if the variable of the file is empty", () => {
    expect(readConfiguration(settings, { TOKEN: "t", TOKEN_FILE: "" }).TOKEN.reveal()).toBe("t");
  });

  it("stops the start if it is set twice, empty or unreadable: one error each, without its value", () => {
    const read = () =>
      readConfiguration(settings, {
        TOKEN: "hunter2",
        TOKEN_FILE: fileWith("x"),
        OTHER_FILE: "/no/such/file",
      });
    expect(read).toThrow(
      new ConfigurationError([
        "TOKEN, TOKEN_FILE: only one of them may be set",
        "OTHER_FILE: the file cannot be read (ENOENT)",
      ]),
    );
    expect(() => readConfiguration(settings, { TOKEN_FILE: fileWith("\n") })).toThrow(
      new ConfigurationError(["TOKEN_FILE: the file is empty"]),
    );
  });

  it("is named with the others if it is missing", () => {
    expect(() => readConfiguration(settings, {})).toThrow(/TOKEN: /);
  });
});
