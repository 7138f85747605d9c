import { both, textsOf } from "@receipts/web-pages/texts";

export const branchesTexts = textsOf({
  title: both("Branches", "ቅርንጫፎች"),
  intro: both(
    "The places of your business. Tills, cashiers, bank accounts and API keys can belong to one.",
    "የድርጅትዎ ሥራ ቦታዎች። የመሸጫ መሣሪያ፣ ገንዘብ ተቀባይ፣ የባንክ ሒሳብና የኤፒአይ ቁልፍ የአንዱ ሊሆኑ ይችላሉ።",
  ),
  docs: both("How a counter is set up", "የመሸጫ ቦታ እንዴት እንደሚዘጋጅ"),
  none: both("No branch yet", "እስካሁን ቅርንጫፍ የለም"),
  noneTodo: both(
    "A business with one place needs none. With several, add each of them.",
    "አንድ ቦታ ብቻ ካለዎት አያስፈልግም። ብዙ ካለዎት እያንዳንዱን ያክሉ።",
  ),
  add: both("Add branch", "ቅርንጫፍ ያክሉ"),
  name: both("Name", "ስም"),
  saved: both("Branch saved.", "ቅርንጫፉ ተቀምጧል።"),
  since: both("Since", "ከመቼ ጀምሮ"),
  open: both("Open", "ክፍት"),
  rename: both("Rename", "ስም ቀይር"),
  archive: both("Archive", "ዝጋ"),
  archiveTitle: both(
    (name: string) => `Archive ${name}?`,
    (name) => `${name} ይዘጋ?`,
  ),
  archiveEffect: both(
    "Its tills, cashiers, accounts and keys keep working and keep the branch. Nothing new can choose it. You can open it again.",
    "የመሸጫ መሣሪያዎቹ፣ ገንዘብ ተቀባዮቹ፣ ሒሳቦቹና ቁልፎቹ ሥራቸውን በዚሁ ቅርንጫፍ ይቀጥላሉ። አዲስ ነገር ግን ሊመርጠው አይችልም። እንደገና መክፈት ይችላሉ።",
  ),
  archivedNow: both("The branch is archived.", "ቅርንጫፉ ተዘግቷል።"),
  reopen: both("Open again", "እንደገና ክፈት"),
  reopened: both("The branch is open again.", "ቅርንጫፉ እንደገና ተከፍቷል።"),
});
