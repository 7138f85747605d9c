import { readFileSync } from "node:fs";

export type SettingText =
  | { readonly kind: "given"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "fault"; readonly fault: string };

/** Whether a part of a URL can be decoded: `%ff` alone is no UTF-8. */
export function isEscapedWell(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Reads a setting from its variable, or from the file that `<NAME>_FILE` names, as container platforms provide secrets.
 * An empty variable counts as not set.
 */
export function readSettingText(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): SettingText {
  const text = env[name] ?? "";
  const fileSetting = `${name}_FILE`;
  const file = env[fileSetting] ?? "";
  if (file === "") return text === "" ? { kind: "absent" } : { kind: "given", text };
  if (text !== "") return fault(`${name}, ${fileSetting}: only one of them may be set`);
  try {
    // Editors add the last line break; it is no part of the secret.
    const content = readFileSync(file, "utf8").replace(/\r?\n$/, "");
    return content === "" ? fault(`${fileSetting}: the file is empty`) : { kind: "given", text: content };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fault(`${fileSetting}: the file cannot be read (${code})`);
  }
}

const fault = (text: string): SettingText => ({ kind: "fault", fault: text });
