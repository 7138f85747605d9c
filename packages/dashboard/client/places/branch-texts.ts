import { both, textsOf } from "@receipts/web-pages/texts";

/** Texts for everything that can belong to a branch. */
export const branchTexts = textsOf({
  branch: both("Branch", "ቅርንጫፍ"),
  none: both("Whole account", "መላው መለያ"),
  archived: both("Archived", "ተዘግቷል"),
});
