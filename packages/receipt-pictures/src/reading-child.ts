import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority, tmpdir } from "node:os";
import path from "node:path";
import { type ProcessUsage, readerPermissions, usageOf } from "@receipts/service-kit";
import type { ReadingTask, TaskMessage, TaskResult } from "./reading-messages.ts";

export interface ReadingLimits {
  /** CPU time for one document. Measured, so that a busy machine does not make documents look hostile. */
  readonly cpuMs: number;
  /** Real time, because a process may wait without using the CPU. */
  readonly ms: number;
  /** Resident memory of the process. */
  readonly bytes: number;
}

/** Of JavaScript objects. Pixels and models are outside of this heap. */
const heapMebibytes = 256;
/** Above it after a document, the process is replaced: the decoders do not release memory. */
const restingBytes = 800 * 1024 * 1024;
const lookEveryMs = 50;
/** Characters of what a process reports about its end. */
const maxComplaint = 1_000;

/** `.ts` in the workspace, `.js` in an image. */
const extension = path.extname(import.meta.filename);

export interface ReadingProcess {
  /** One document at a time. The process ends if the document exceeds a limit. `cpuMs`: what the document took. */
  read(task: ReadingTask, limits: ReadingLimits): Promise<{ reading: TaskResult; cpuMs: number }>;
  isOver(): boolean;
  stop(): Promise<void>;
}

/** Programs and what they may do beside reading their own files. They have no environment. */
const programs = {
  pdf: { file: "pdf-process", permissions: [] },
  // The models' runtime is native code. It sees pixels only: their decoders are WebAssembly.
  picture: { file: "picture-process", permissions: ["--allow-addons"] },
} as const;

export async function startReadingProcess(kind: keyof typeof programs): Promise<ReadingProcess> {
  const { file, permissions } = programs[kind];
  const child = fork(new URL(`./${file}${extension}`, import.meta.url), {
    env: { TMPDIR: tmpdir() },
    execArgv: [
      ...process.execArgv.filter((argument) => argument.startsWith("--conditions=")),
      `--max-old-space-size=${heapMebibytes}`,
      // V8's helpers would occupy a second core: beside them, calls to the parent took 1.5 times as long, not 1.2.
      "--single-threaded",
      ...readerPermissions(path.resolve(import.meta.dirname, "../../..")),
      ...permissions,
    ],
    serialization: "advanced",
    stdio: ["pipe", "ignore", "pipe", "ipc"],
  });
  // A process that ends while it is sent a file.
  child.stdin?.on("error", () => undefined);
  let complaint = "";
  child.stderr?.on("data", (text: Buffer) => {
    complaint = `${complaint}${text}`.slice(-maxComplaint);
  });
  // Reading takes seconds of a core: the calls of the parent come first. At once, as threads inherit it.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = once(child, "exit");
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  // With all that it has reported.
  await Promise.race([once(child, "message"), once(child, "close")]);
  if (isOver())
    throw new Error(`the ${file} did not start (${child.exitCode ?? child.signalCode}): ${complaint}`);
  return {
    isOver,
    stop,
    async read(task, limits) {
      const startedAt = performance.now();
      const { reading, before } = await readWithin(child, task, limits);
      const usage = await usageOf(child);
      if (usage !== undefined && usage.bytes > restingBytes) await stop();
      if (usage === undefined || before === undefined)
        return { reading, cpuMs: isOver() ? limits.cpuMs : performance.now() - startedAt };
      // The start of a PDF's process is the PDF's.
      return { reading, cpuMs: usage.cpuMs - (kind === "pdf" ? 0 : before.cpuMs) };
    },
  };
}

/** An error of the channel comes with the end of the process. */
function send(child: ChildProcess, task: ReadingTask): void {
  const message: TaskMessage =
    "bytes" in task ? { settings: task.settings, byteLength: task.bytes.length } : task;
  child.send(message, () => undefined);
  if ("bytes" in task) child.stdin?.write(task.bytes);
}

async function readWithin(
  child: ChildProcess,
  task: ReadingTask,
  limits: ReadingLimits,
): Promise<{ readonly reading: TaskResult; readonly before: ProcessUsage | undefined }> {
  const done = new AbortController();
  const { signal } = done;
  // Before anything is awaited: a process that ends now must not leave its document waiting.
  const answered = once(child, "message", { signal });
  const ended = once(child, "exit", { signal });
  // The one that is not awaited below rejects when it is aborted.
  ended.catch(() => undefined);
  answered.catch(() => undefined);
  const before = await usageOf(child);
  const kill = () => child.kill("SIGKILL");
  const look = async () => {
    const usage = await usageOf(child);
    if (usage === undefined || before === undefined || signal.aborted) return;
    if (usage.bytes > limits.bytes || usage.cpuMs - before.cpuMs > limits.cpuMs) kill();
  };
  const timer = setTimeout(kill, limits.ms);
  const looking = setInterval(() => void look(), lookEveryMs);
  try {
    send(child, task);
    const first = await Promise.race([answered, ended.then(() => undefined)]);
    return {
      before,
      reading: first === undefined ? { kind: "refused", reason: "over_limits" } : first[0],
    };
  } finally {
    clearTimeout(timer);
    clearInterval(looking);
    done.abort();
  }
}
