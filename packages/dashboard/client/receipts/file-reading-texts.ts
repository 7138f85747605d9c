import { both, textsOf } from "@receipts/web-pages/texts";

export const fileReadingTexts = textsOf({
  looking: both("Looking for a QR code…", "ኪውአር ኮድ በመፈለግ ላይ…"),
  sending: both("Sending the file…", "ፋይሉ በመላክ ላይ…"),
  recognizing: both("Reading the file…", "ፋይሉ በመነበብ ላይ…"),
  compare: both(
    "This was read in the file. Compare it with the receipt, correct it, then verify.",
    "ይህ ከፋይሉ የተነበበ ነው። ከደረሰኙ ጋር ያመሳክሩ፣ ያስተካክሉ፣ ከዚያ ያረጋግጡ።",
  ),
  choose: both("What the file may say:", "በፋይሉ ላይ ሊሆን የሚችለው፦"),
});
