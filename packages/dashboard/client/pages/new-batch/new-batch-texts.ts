import { both, textsOf } from "@receipts/web-pages/texts";
import { newBatchPlace } from "../../batches/batch-places.ts";

export const newBatchTexts = textsOf({
  title: newBatchPlace.title,
  intro: both(
    "It costs a credit for each receipt. Lines that cannot be read and repeated receipts cost nothing. If the credits do not suffice, nothing is started.",
    "ለእያንዳንዱ ደረሰኝ አንድ ክሬዲት ይቀነሳል። ሊነበቡ ለማይችሉ መስመሮችና ለተደገሙ ደረሰኞች ምንም አይቀነስም። ክሬዲቱ ካልበቃ ምንም አይጀመርም።",
  ),
  label: both("Name of the list", "የዝርዝሩ ስም"),
  receipts: both("Receipts", "ደረሰኞች"),
  receiptsHint: both(
    "Numbers or links, one on each line, and whole messages of banks as they are. Or a table with a header such as referenceNumber, accountSuffix, amount, label.",
    "ቁጥሮች ወይም ሊንኮች በየመስመሩ አንድ፣ የባንክ መልእክቶችም ሙሉ በሙሉ እንዳሉ። ወይም እንደ referenceNumber, accountSuffix, amount, label ያለ ርዕስ ያለው ሰንጠረዥ።",
  ),
  file: both("Or choose a CSV file", "ወይም የCSV ፋይል ይምረጡ"),
  fileHint: both("Its text is shown above, where you can correct it.", "ጽሑፉ ከላይ ይታያል፤ እዚያ ማረም ይችላሉ።"),
  submit: both("Verify the list", "ዝርዝሩን አረጋግጥ"),
  line: both(
    (line: number) => `Line ${line}`,
    (line) => `መስመር ${line}`,
  ),
});
