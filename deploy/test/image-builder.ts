import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { assignment, type Dockerfile, LAST_STAGE, type Stage, type Step } from "./dockerfile.ts";

const run = promisify(execFile);

/** Account that runs the Dockerfile's commands; never root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface BuiltImage {
  /** The folder of `/` in the image. */
  readonly root: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

export interface ImageBuilderOptions {
  readonly dockerfile: Dockerfile;
  /** Docker's build context, filtered by `.dockerignore`. */
  readonly context: string;
  /** For the stages' file systems. */
  readonly folder: string;
  /** Has `node` and `npm`. */
  readonly programs: string;
  /** Variables with which this machine reaches the package registry. */
  readonly network: Readonly<Record<string, string>>;
  /** Undefined: the current user. */
  readonly account: Account | undefined;
}

interface StageState {
  readonly root: string;
  readonly variables: Record<string, string>;
  readonly environment: Record<string, string>;
  workdir: string;
}

export interface ImageBuilder {
  build(service: string): Promise<BuiltImage>;
}

/**
 * Runs the stages of the Dockerfile, each in a folder instead of a container's file system. Absolute paths of a stage
 * are paths below its folder, and this machine replaces base images. The steps before a stage's first ARG run once, as
 * with Docker's cache.
 */
export function createImageBuilder(options: ImageBuilderOptions): ImageBuilder {
  const { dockerfile, folder } = options;
  const shared = new Map<string, StageState>();

  async function build(service: string): Promise<BuiltImage> {
    const done = new Map<string, StageState>();
    for (const stage of dockerfile.stages) done.set(stage.name, await buildStage(stage, service, done));
    const image = done.get(LAST_STAGE);
    if (image === undefined) throw new Error("the Dockerfile has no last stage");
    await protect(image.root, options.account);
    return { ...partsOf(dockerfile, image), root: image.root };
  }

  async function buildStage(stage: Stage, service: string, done: ReadonlyMap<string, StageState>) {
    const firstArgument = stage.steps.findIndex(({ instruction }) => instruction === "ARG");
    const split = firstArgument < 0 ? stage.steps.length : firstArgument;
    const before = shared.get(stage.name) ?? (await freshState(path.join(folder, "shared", stage.name)));
    if (!shared.has(stage.name)) {
      for (const step of stage.steps.slice(0, split)) await runStep(step, before, done, options);
      shared.set(stage.name, before);
    }
    const state = await copyOf(before, path.join(folder, service, stage.name));
    state.variables["SERVICE"] = service;
    for (const step of stage.steps.slice(split)) await runStep(step, state, done, options);
    return state;
  }

  async function freshState(root: string): Promise<StageState> {
    await makeFolder(root, options.account);
    return { root, variables: {}, environment: {}, workdir: "/" };
  }

  async function copyOf(state: StageState, root: string): Promise<StageState> {
    await mkdir(path.dirname(root), { recursive: true });
    // Hard links: no step writes into an existing file.
    await run("cp", ["-al", state.root, root]);
    return { ...state, root, variables: { ...state.variables }, environment: { ...state.environment } };
  }

  return { build };
}

async function runStep(
  step: Step,
  state: StageState,
  done: ReadonlyMap<string, StageState>,
  options: ImageBuilderOptions,
): Promise<void> {
  const text = substitute(step.text, { ...state.environment, ...state.variables });
  switch (step.instruction) {
    case "WORKDIR":
      state.workdir = path.posix.resolve(state.workdir, text);
      return await makeFolder(inStage(state, state.workdir), options.account);
    case "ENV":
      Object.assign(state.environment, assignment(text));
      return;
    case "ARG":
      Object.assign(state.variables, { ...assignment(step.text), ...state.variables });
      return;
    case "COPY":
      return await copy(step, text, state, done, options);
    case "RUN":
      return await runCommand(step, state, done, options);
    default:
      return;
  }
}

/** Copies one folder or file into a folder: the only form in our file. */
async function copy(
  step: Step,
  text: string,
  state: StageState,
  done: ReadonlyMap<string, StageState>,
  options: ImageBuilderOptions,
): Promise<void> {
  const [from = "", to = "", ...more] = text.split(/\s+/);
  if (more.length > 0) throw new Error(`COPY of several sources is not supported: ${text}`);
  const stage = step.flags["from"] === undefined ? undefined : stageNamed(step.flags["from"], done);
  const source = stage === undefined ? path.join(options.context, from) : inStage(stage, from);
  const target = inStage(state, path.posix.resolve(state.workdir, to));
  await makeFolder(target, options.account);
  await run("cp", ["-a", `${source}/.`, target]);
}

async function runCommand(
  step: Step,
  state: StageState,
  done: ReadonlyMap<string, StageState>,
  options: ImageBuilderOptions,
): Promise<void> {
  const mount = await openMount(step.flags["mount"], state, done);
  const home = path.join(options.folder, "home");
  await makeFolder(home, options.account);
  // A stage's commands may write to its root, like root in a container.
  const command = step.text.replace(
    /(?<=^|[\s"'=])\/(?=(?:src|manifests|built|image|app)\b)/g,
    `${state.root}/`,
  );
  try {
    await run("/bin/sh", ["-ec", command], {
      cwd: inStage(state, state.workdir),
      env: {
        PATH: `${options.programs}:/usr/bin:/bin`,
        HOME: home,
        ...options.network,
        ...state.environment,
        ...state.variables,
      },
      maxBuffer: 64 * 1024 * 1024,
      ...options.account,
    });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`RUN ${step.text}\n${stdout}\n${stderr}`, { cause: error });
  } finally {
    if (mount !== undefined) await rm(mount);
  }
}

/** Mounts another stage's folder for one command; caches are npm's own, in its home. */
async function openMount(
  text: string | undefined,
  state: StageState,
  done: ReadonlyMap<string, StageState>,
): Promise<string | undefined> {
  const { type, from, source, target } = Object.fromEntries(
    (text ?? "").split(",").map((part) => part.split("=")),
  );
  if (type !== "bind") return undefined;
  const link = inStage(state, target);
  await symlink(inStage(stageNamed(from, done), source), link);
  return link;
}

/** Owned by root as after COPY, and read-only. Without root, only the write permission can be removed. */
async function protect(root: string, account: Account | undefined): Promise<void> {
  if (account !== undefined) await run("chown", ["-R", "0:0", root]);
  else await run("chmod", ["-R", "a-w", root]);
}

function partsOf({ stages }: Dockerfile, { environment, workdir }: StageState): Omit<BuiltImage, "root"> {
  const text = (instruction: string) =>
    stages.at(-1)?.steps.find((step) => step.instruction === instruction)?.text ?? "";
  const list = (json: string): string[] => JSON.parse(json);
  return {
    environment,
    workdir,
    entrypoint: list(text("ENTRYPOINT")),
    command: list(text("CMD")),
    healthcheck: list(text("HEALTHCHECK").replace(/^.*?CMD\s+/, "")),
  };
}

const inStage = (state: { readonly root: string }, file: string): string => path.join(state.root, file);

function stageNamed(name: string, done: ReadonlyMap<string, StageState>): StageState {
  const stage = done.get(name);
  if (stage === undefined) throw new Error(`there is no stage ${name} before this one`);
  return stage;
}

function substitute(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => variables[name] ?? "");
}

async function makeFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (account !== undefined) await run("chown", [`${account.uid}:${account.gid}`, folder]);
}

/** `node` and `npm` in a place that an account without access to our home can run. */
export async function makePrograms(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await copyFile(process.execPath, path.join(folder, "node"));
  const { stdout } = await run("/bin/sh", ["-c", 'readlink -f "$(command -v npm)"']);
  await run("cp", ["-r", path.resolve(stdout.trim(), "../.."), path.join(folder, "npm-package")]);
  await run("chmod", ["-R", "a+rX", folder]);
  const npm = path.join(folder, "npm");
  await writeFile(npm, `#!/bin/sh\nexec "${folder}/node" "${folder}/npm-package/bin/npm-cli.js" "$@"\n`);
  await chmod(npm, 0o755);
  return folder;
}
