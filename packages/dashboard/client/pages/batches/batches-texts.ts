import { both, textsOf } from "@receipts/web-pages/texts";
import { batchesPlace } from "../../batches/batch-places.ts";

export const batchesTexts = textsOf({
  title: batchesPlace.title,
  intro: both(
    "Verify a whole list at once, such as the receipts of a day.",
    "እንደ የአንድ ቀን ደረሰኞች ያለ ሙሉ ዝርዝር በአንዴ ያረጋግጡ።",
  ),
  docs: both("Lists over the API", "ዝርዝሮች በኤፒአይ"),
  newBatch: both("Verify a list", "ዝርዝር ያረጋግጡ"),
  none: both("No list yet", "እስካሁን ዝርዝር የለም"),
  noneTodo: both("Paste receipts or choose a CSV file.", "ደረሰኞችን ይለጥፉ ወይም የCSV ፋይል ይምረጡ።"),
});
