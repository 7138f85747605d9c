import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { appendToSuiteLog } from "@receipts/testing/suite-log";
import type { Account, BuiltImage } from "./image-builder.ts";

export interface ImageProcess {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** The exit code. */
  ended(): Promise<number | null>;
}

export interface StartOptions {
  /** Has `node`, which the image calls `/nodejs/bin/node`. */
  readonly programs: string;
  readonly account: Account | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  /** Replaces the image's command. */
  readonly command?: readonly string[];
}

/** Starts what `docker run` would start, as a process without a container. */
export function startInImage(image: BuiltImage, options: StartOptions): ImageProcess {
  const [node, ...more] = image.entrypoint;
  if (node !== "/nodejs/bin/node") throw new Error(`the image starts ${node}`);
  const args = [...more, ...(options.command ?? image.command)];
  const child = spawn(
    path.join(options.programs, "node"),
    args.map((arg) => (arg.startsWith("/app/") ? path.join(image.root, arg) : arg)),
    {
      cwd: path.join(image.root, image.workdir),
      env: { ...image.environment, ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
      ...options.account,
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const closed = once(child, "close").then(([code]: (number | null)[]) => {
    appendToSuiteLog(output);
    return code ?? null;
  });
  return { child, output: () => output, ended: () => closed };
}

/** Runs until it ends. */
export async function runInImage(
  image: BuiltImage,
  options: StartOptions,
): Promise<{ code: number | null; said: string }> {
  const started = startInImage(image, options);
  const code = await started.ended();
  return { code, said: started.output() };
}
