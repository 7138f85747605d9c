/**
 * Reads a receipt in a picked photo, screenshot or PDF: on the device if it shows a code, else on the server. Loaded when
 * someone picks a file, by the till, the dashboard and the payment page.
 */
import { readPicture } from "./scan.ts";

/** In pixels. Letters stay readable, and a phone's photo becomes a fraction of its bytes. */
const LONGEST_SIDE = 2_560;
const JPEG_QUALITY = 0.85;
/** The API's limits. */
const MAX_BYTES = 8 * 1_024 * 1_024;
/** The server reads a file in half a minute, after those before it. */
const MAX_WAIT_MS = 150_000;
const SENT_UNCHANGED = ["image/png", "image/jpeg", "image/webp"];

export interface Sending {
  /** Of the API. */
  readonly path: string;
  /** Gets the part of the file that has arrived, 0 to 1. */
  readonly sent: (part: number) => void;
  readonly signal: AbortSignal;
}

/** Returns the text of a code, else the response of `path`. Rejects without a response. */
export async function readReceiptFile(
  file: File,
  sending: Sending,
): Promise<{ readonly code: string } | { readonly response: Response }> {
  const code = await readPicture(file);
  if (code !== undefined) return { code };
  return { response: await sendReceiptFile(file, sending) };
}

/** Returns the response of `path` to the file. */
export async function sendReceiptFile(file: File, sending: Sending): Promise<Response> {
  const prepared = await prepare(file);
  sending.signal.throwIfAborted();
  return prepared.size > MAX_BYTES ? tooLarge() : await send(prepared, sending);
}

/** Makes a large photo smaller, and a JPEG of a picture that only browsers know. A PDF stays as it is. */
async function prepare(file: File): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (image === undefined) return file;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
  if (scale === 1 && file.size <= MAX_BYTES && SENT_UNCHANGED.includes(file.type)) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d");
  if (context === null) return file;
  // JPEG has no transparency: without it, dark text of a screenshot would be on black.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const smaller = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY),
  );
  return smaller ?? file;
}

/** `fetch` does not tell how much it has sent. */
function send(file: Blob, { path, sent, signal }: Sending): Promise<Response> {
  const form = new FormData();
  form.set("file", file, "receipt");
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded, total }) => sent(loaded / total));
    request.addEventListener("load", () => resolve(responseOf(request)));
    for (const event of ["error", "abort", "timeout"])
      request.addEventListener(event, () => reject(new Error("there was no response")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("POST", path);
    request.timeout = MAX_WAIT_MS;
    request.send(form);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = ["retry-after", "x-request-id"].flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(request.responseText, { status: request.status, headers });
}

/** Not sent: the API would refuse it unread. */
function tooLarge(): Response {
  const message = `The file must have at most ${MAX_BYTES} bytes: send a screenshot, or a smaller photo`;
  return Response.json({ success: false, message, error: { code: "payload_too_large" } }, { status: 413 });
}
