/** Checked before the upload. The API checks again. */
export type LogoFault = "kind" | "size";

export type CheckedLogo =
  | { readonly kind: "fit"; readonly contentType: string }
  | { readonly kind: "unfit"; readonly fault: LogoFault };

/** The API's limit. */
const MAX_BYTES = 512 * 1024;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

/** Checks the content: name and content type can be wrong. */
export function checkLogo(bytes: Uint8Array): CheckedLogo {
  const contentType = contentTypeOf(bytes);
  if (contentType === undefined) return { kind: "unfit", fault: "kind" };
  if (bytes.length > MAX_BYTES) return { kind: "unfit", fault: "size" };
  return { kind: "fit", contentType };
}

function contentTypeOf(bytes: Uint8Array): string | undefined {
  const has = (signature: readonly number[], at = 0) =>
    signature.every((byte, index) => bytes[at + index] === byte);
  if (has(PNG)) return "image/png";
  if (has(JPEG)) return "image/jpeg";
  return has(RIFF) && has(WEBP, 8) ? "image/webp" : undefined;
}
