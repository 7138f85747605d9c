import { readText } from "./repository.ts";

export interface Step {
  /** `RUN`, `COPY`, … */
  readonly instruction: string;
  /** `--from=build` as `from: "build"`. */
  readonly flags: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Stage {
  /** Base of the stage: an image, or a variable with its name. */
  readonly from: string;
  /** Name of the stage; the last one has none. */
  readonly name: string;
  readonly steps: readonly Step[];
}

export interface Dockerfile {
  /** Arguments before the first stage, with their defaults. */
  readonly globals: Readonly<Record<string, string>>;
  readonly stages: readonly Stage[];
}

export const DOCKERFILE = "deploy/docker/Dockerfile";
/** Name of the last stage in these tests. */
export const LAST_STAGE = "image";

/** Reads the part of the language that our file uses. */
export function readDockerfile(): Dockerfile {
  const globals: Record<string, string> = {};
  const stages: { from: string; name: string; steps: Step[] }[] = [];
  for (const line of logicalLines(readText(DOCKERFILE))) {
    const step = parseStep(line);
    const stage = stages.at(-1);
    if (step.instruction === "FROM") {
      const [from = "", name = LAST_STAGE] = step.text.split(/ AS /i);
      stages.push({ from, name, steps: [] });
    } else if (stage === undefined) Object.assign(globals, assignment(step.text));
    else stage.steps.push(step);
  }
  return { globals, stages };
}

/** Without comments; a line with its `\` continuations is one line. */
function logicalLines(text: string): string[] {
  const lines = text.split("\n").filter((line) => !line.trimStart().startsWith("#"));
  return lines
    .join("\n")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function parseStep(line: string): Step {
  const [, instruction = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
  const flags: Record<string, string> = {};
  const text = rest.replace(/^(?:--[\w-]+=\S+\s+)+/, (given) => {
    for (const flag of given.trim().split(/\s+/)) {
      const [name = "", ...value] = flag.slice(2).split("=");
      flags[name] = value.join("=");
    }
    return "";
  });
  return { instruction: instruction.toUpperCase(), flags, text };
}

/** `NAME=value`, `NAME="value"` or `NAME`, also several on a line. */
export function assignment(text: string): Record<string, string> {
  const pairs = text.matchAll(/([\w.]+)(?:=(?:"([^"]*)"|(\S*)))?/g);
  return Object.fromEntries([...pairs].map(([, name = "", quoted, bare]) => [name, quoted ?? bare ?? ""]));
}
