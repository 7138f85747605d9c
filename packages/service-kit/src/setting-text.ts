import { readFileSync } from "node:fs";

export type SettingText =
  | { readonly kind: "given"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "fault"; readonly fault: string };

/**
 * What a setting is set to: the variable itself, or what stands in the file that `<NAME>_FILE` names, as container
 * platforms hand out secrets. A variable that is set to nothing counts as not set.
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
    // A line break at the end is the editor's, not the secret's.
    const content = readFileSync(file, "utf8").replace(/\r?\n$/, "");
    return content === "" ? fault(`${fileSetting}: the file is empty`) : { kind: "given", text: content };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fault(`${fileSetting}: the file cannot be read (${code})`);
  }
}

const fault = (text: string): SettingText => ({ kind: "fault", fault: text });
