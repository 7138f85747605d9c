import { batchPlace } from "../../batches/batch-places.ts";
import { both, textsOf } from "../../language/language.ts";

export const batchPageTexts = textsOf({
  title: batchPlace.title,
  unknown: both("List not found", "ዝርዝሩ አልተገኘም"),
  toBatches: both("All lists", "ሁሉም ዝርዝሮች"),
  results: both("Results", "ውጤቶች"),
  notFound: both("Not known to the bank", "ባንኩ የማያውቃቸው"),
  failed: both("Without a verdict", "ውጤት ያልተገኘላቸው"),
  canceled: both("Given back", "የተመለሱ"),
  exportCsv: both("Download CSV", "CSV አውርድ"),
  position: both("No.", "ቁጥር"),
  payer: both("Payer", "ከፋይ"),
  waiting: both("Waiting", "በመጠባበቅ ላይ"),
  itemCanceled: both("Not started", "አልተጀመረም"),
  cancel: both("Cancel the list", "ዝርዝሩን ሰርዝ"),
  cancelEffect: both(
    "Receipts that have not started are given back, with their credits. The others end as usual.",
    "ያልተጀመሩት ደረሰኞች ከነክሬዲታቸው ይመለሳሉ። የተጀመሩት እንደተለመደው ይጠናቀቃሉ።",
  ),
  canceledNow: both("The list is canceled.", "ዝርዝሩ ተሰርዟል።"),
});
