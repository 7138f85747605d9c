import { newBatchPlace } from "../../batches/batch-places.ts";
import { both, textsOf } from "../../language/language.ts";

export const newBatchTexts = textsOf({
  title: newBatchPlace.title,
  intro: both(
    "It costs a credit for each receipt. If the credits do not suffice, nothing is started.",
    "ለእያንዳንዱ ደረሰኝ አንድ ክሬዲት ይቀነሳል። ክሬዲቱ ካልበቃ ምንም አይጀመርም።",
  ),
  label: both("Name of the list", "የዝርዝሩ ስም"),
  receipts: both("Receipts", "ደረሰኞች"),
  receiptsHint: both(
    "One receipt on each line: its number, link or SMS. Or a table with a header such as referenceNumber, accountSuffix, amount, label.",
    "በእያንዳንዱ መስመር አንድ ደረሰኝ፦ ቁጥሩ፣ ሊንኩ ወይም ኤስኤምኤሱ። ወይም እንደ referenceNumber, accountSuffix, amount, label ያለ ርዕስ ያለው ሰንጠረዥ።",
  ),
  file: both("Or choose a CSV file", "ወይም የCSV ፋይል ይምረጡ"),
  fileHint: both("Its text is shown above, where you can correct it.", "ጽሑፉ ከላይ ይታያል፤ እዚያ ማረም ይችላሉ።"),
  submit: both("Verify the list", "ዝርዝሩን አረጋግጥ"),
  line: both(
    (line: number) => `Line ${line}`,
    (line) => `መስመር ${line}`,
  ),
});
