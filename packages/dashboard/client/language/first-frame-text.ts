import { both, type Texts } from "@receipts/web-pages/texts";
import { type FirstFrameTexts, firstFrameTexts } from "../../src/first-frame-texts.ts";

/** A text that the server has drawn already. */
export function ofFirstFrame(name: keyof FirstFrameTexts): Texts<string> {
  return both(firstFrameTexts.en[name], firstFrameTexts.am[name]);
}
