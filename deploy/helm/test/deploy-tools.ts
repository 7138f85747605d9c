import { execFile, execFileSync } from "node:child_process";
import path from "node:path";

const maxBuffer = 64 * 1024 * 1024;
const script = path.join(import.meta.dirname, "tools/build-tool.sh");

/** Outside the repository: a gigabyte of programs, built once per machine. */
export const toolsFolder = execFileSync(script, ["--where"], { encoding: "utf8" }).trim();

export type ToolName =
  | "helm"
  | "kube-score"
  | "kubeconform"
  | "psa"
  | "etcd"
  | "kube-apiserver"
  | "kube-controller-manager"
  | "kube-scheduler"
  | "kwok"
  | "keda-operator"
  | "keda-adapter";

/** Builds missing tools one after the other; each takes seconds to minutes, once. */
export async function buildTools(names: readonly (ToolName | "crds" | "schemas" | "nca")[]): Promise<void> {
  process.stdout.write(await mustRun(script, names));
}

export function toolPath(name: ToolName): string {
  return path.join(toolsFolder, "bin", name);
}

export interface Outcome {
  readonly ok: boolean;
  /** Standard output and error, interleaved. */
  readonly output: string;
}

/** Returns a program's outcome: a validator's rejection is not an error of the test. */
export async function tryRun(
  file: string,
  args: readonly string[],
  options: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Outcome> {
  const env = { ...process.env, ...options.env };
  return await new Promise((resolve) => {
    const child = execFile(file, [...args], { env, maxBuffer }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`;
      resolve({ ok: error === null, output: output === "" ? (error?.message ?? "") : output });
    });
    child.stdin?.end(options.input ?? "");
  });
}

/** For programs that must succeed. */
export async function mustRun(...call: Parameters<typeof tryRun>): Promise<string> {
  const { ok, output } = await tryRun(...call);
  if (!ok) throw new Error(`${path.basename(call[0])} ${call[1].join(" ")}\n${output}`);
  return output;
}
