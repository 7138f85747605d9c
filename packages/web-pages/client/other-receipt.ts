/**
 * Whether a pasted text is of another receipt than the one before, for which a person may have typed more. A number and the
 * message or link that contains it are of the same one. An empty text is of no receipt.
 */
export function isOtherReceipt(before: string, pasted: string): boolean {
  const [first, second] = [bare(before), bare(pasted)];
  return first === "" || (!first.includes(second) && !second.includes(first));
}

const bare = (text: string) => text.replaceAll(/\s/g, "").toUpperCase();
