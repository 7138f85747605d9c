import { firstFrameTexts } from "../../../src/first-frame-texts.ts";

/** The server draws this page first. */
export const signInTexts = firstFrameTexts;
