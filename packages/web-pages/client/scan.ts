/** Reads QR codes on the device. Loaded when someone scans; the reader only for browsers that have none. */
const LONGEST_SIDE = 1_280;
const FRAME_MS = 150;

type Source = ImageBitmap | HTMLVideoElement;
type Reader = (source: Source) => Promise<string | undefined>;

/** Not in all browsers, and so not in TypeScript's types. */
interface CodeDetector {
  detect(source: Source): Promise<readonly { readonly rawValue: string }[]>;
}
interface CodeDetectors {
  new (options: { readonly formats: readonly string[] }): CodeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}
declare global {
  var BarcodeDetector: CodeDetectors | undefined;
}

let reader: Promise<Reader> | undefined;

async function readerOf(): Promise<Reader> {
  const Detector = globalThis.BarcodeDetector;
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
  if (Detector !== undefined && formats.includes("qr_code")) {
    const detector = new Detector({ formats: ["qr_code"] });
    return async (source) => (await detector.detect(source))[0]?.rawValue;
  }
  const { decodeQR } = await import("qr/decode.js");
  return async (source) => {
    const image = pixelsOf(source);
    try {
      return image === undefined ? undefined : decodeQR(image, { timeLimit: FRAME_MS });
    } catch {
      return undefined;
    }
  };
}

function pixelsOf(source: Source): ImageData | undefined {
  const [width, height] =
    "videoWidth" in source ? [source.videoWidth, source.videoHeight] : [source.width, source.height];
  if (width === 0 || height === 0) return undefined;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height);
}

async function read(source: Source): Promise<string | undefined> {
  reader ??= readerOf();
  return await (await reader)(source);
}

/** Returns the text of the code in a picture; undefined if none is readable. */
export async function readPicture(file: Blob): Promise<string | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  return image === undefined ? undefined : await read(image);
}

/** Shows the camera in the dialog until a code is read or it is closed. Rejects without a camera. */
export async function readCamera(
  dialog: HTMLDialogElement,
  video: HTMLVideoElement,
): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  let isOpen = true;
  const close = () => {
    isOpen = false;
  };
  dialog.addEventListener("close", close, { once: true });
  try {
    dialog.showModal();
    video.srcObject = stream;
    await video.play();
    while (isOpen) {
      const text = await read(video);
      if (text !== undefined && isOpen) return text;
      await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
    dialog.close();
  }
}
