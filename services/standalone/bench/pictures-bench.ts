import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createBankDetection, readIdentifiers } from "@receipts/banks";
import { supportedBankCodes } from "@receipts/contracts";
import type { CandidateRules } from "../../../packages/receipt-pictures/src/candidates/find-candidates.ts";
import { loadCodeReader } from "../../../packages/receipt-pictures/src/decoding/read-codes.ts";
import { readPictureFile } from "../../../packages/receipt-pictures/src/read-picture.ts";
import { loadModels } from "../../../packages/receipt-pictures/src/recognition/models.ts";
import { percentiles } from "./bench-load.ts";
import { type BenchGoal, report } from "./bench-report.ts";
import { type CorpusPicture, pictureCorpus } from "./pictures/picture-corpus.ts";

/** Reads pictures of the sandbox's receipts and compares the references. The CPU time is that of one core. */
const count = Number(process.env["BENCH_PICTURES"] ?? 600);
/** A folder for the pictures that were not read right, with what was read instead. */
const missesFolder = process.env["BENCH_MISSES"];

const goals = {
  screenshot: { right: 0.97, seconds: 1.5 },
  photo: { right: 0.85, seconds: 4 },
} as const;

interface Read {
  readonly picture: Omit<CorpusPicture, "bytes">;
  /** The references of the candidates, as `bank reference`. */
  readonly found: readonly string[];
  readonly kind: string;
  readonly cpuSeconds: number;
}

const rules: CandidateRules = {
  banks: new Map(
    supportedBankCodes.flatMap((bank) => {
      const read = readIdentifiers(bank);
      return read === undefined ? [] : [[bank, read] as const];
    }),
  ),
  detect: createBankDetection({}),
};

const [models] = await Promise.all([loadModels(), loadCodeReader()]);
const all: Read[] = [];
for await (const { bytes, ...picture } of pictureCorpus(count)) {
  const before = process.cpuUsage();
  const reading = await readPictureFile(bytes, models, rules);
  const { user, system } = process.cpuUsage(before);
  if (reading.kind === "refused") throw new Error(`a picture of the corpus was refused: ${reading.reason}`);
  const found = reading.candidates.map(({ bank, identifiers }) => `${bank} ${identifiers.reference}`);
  const read = { picture, found, kind: reading.kind, cpuSeconds: (user + system) / 1e6 };
  all.push(read);
  if (missesFolder !== undefined && !isRight(read)) keep(missesFolder, bytes, read, reading.text);
}

function keep(folder: string, bytes: Uint8Array, { picture, found, cpuSeconds }: Read, text: string): void {
  mkdirSync(folder, { recursive: true });
  const name = `${all.length}-${picture.class}-${picture.receipt.bank}-${picture.shot.what}`;
  writeFileSync(path.join(folder, `${name}.${bytes[0] === 0x89 ? "png" : "jpg"}`), bytes);
  const expected = picture.receipt.references.join(" or ");
  writeFileSync(
    path.join(folder, `${name}.txt`),
    `${expected}\n${found.join(", ")}\n${cpuSeconds} s\n\n${text}\n`,
  );
}

function expectedOf({ picture: { receipt } }: Read): readonly string[] {
  return receipt.references.map((reference) => `${receipt.bank} ${reference}`);
}

function isRight(read: Read): boolean {
  return read.found.some((each) => expectedOf(read).includes(each));
}

const existing = new Set(all.flatMap(expectedOf));
/** A candidate that is another receipt of the corpus: the bank would confirm it. */
function isDangerous(read: Read): boolean {
  return read.found.some((each) => existing.has(each) && !expectedOf(read).includes(each));
}

function share(reads: readonly Read[], holds: (read: Read) => boolean): number {
  return reads.length === 0 ? 1 : reads.filter(holds).length / reads.length;
}

const shown = (value: number) => `${(100 * value).toFixed(1)} %`;

function rowOf(title: string, reads: readonly Read[]): readonly string[] {
  const { p50, p95 } = percentiles(reads.map(({ cpuSeconds }) => cpuSeconds));
  const isFirst = (read: Read) => expectedOf(read).includes(read.found[0] ?? "");
  return [
    title,
    String(reads.length),
    shown(share(reads, isRight)),
    shown(share(reads, isFirst)),
    String(reads.filter((read) => read.found.length > 0 && !isRight(read)).length),
    String(reads.filter(isDangerous).length),
    `${p50.toFixed(2)} s`,
    `${p95.toFixed(2)} s`,
  ];
}

const ofClass = (name: CorpusPicture["class"]) => all.filter(({ picture }) => picture.class === name);
const header = ["pictures", "", "right", "right first", "wrong", "dangerous", "p50", "p95"];
const classGoals = (["screenshot", "photo"] as const).flatMap((name): BenchGoal[] => {
  const reads = ofClass(name);
  const right = share(reads, isRight);
  const seconds = percentiles(reads.map(({ cpuSeconds }) => cpuSeconds)).p95;
  const { [name]: goal } = goals;
  return [
    {
      goal: `${name}s read right: at least ${shown(goal.right)}`,
      measured: shown(right),
      met: right >= goal.right,
    },
    {
      goal: `${name}s, p95: at most ${goal.seconds} s`,
      measured: `${seconds.toFixed(2)} s`,
      met: seconds <= goal.seconds,
    },
  ];
});
const dangerous = all.filter(isDangerous).length;
report({
  name: "pictures",
  title: "References in pictures of receipts",
  note: "Each picture shows a new receipt of the sandbox. Right: a candidate is its reference. Wrong: candidates, but not its reference. Dangerous: a candidate is another receipt of the corpus. Times are CPU seconds of one core.",
  header,
  rows: [
    ...(["screenshot", "photo"] as const).flatMap((name) => {
      const reads = ofClass(name);
      return [
        rowOf(`${name}s`, reads),
        rowOf(
          `${name}s without a code`,
          reads.filter(({ picture }) => !picture.shot.withCode),
        ),
      ];
    }),
  ],
  more: [
    {
      title: "Without a code, by bank",
      header,
      rows: supportedBankCodes
        .flatMap((bank) =>
          (["screenshot", "photo"] as const).map((name) => {
            const reads = ofClass(name).filter(
              ({ picture }) => picture.receipt.bank === bank && !picture.shot.withCode,
            );
            return rowOf(`${bank} ${name}s`, reads);
          }),
        )
        .filter(([, number]) => number !== "0"),
    },
  ],
  goals: [
    ...classGoals,
    { goal: "dangerous readings: 0", measured: String(dangerous), met: dangerous === 0 },
  ],
});
