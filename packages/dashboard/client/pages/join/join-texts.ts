import { both, textsOf } from "@receipts/web-pages/texts";

export const joinTexts = textsOf({
  title: both("Join the team", "ቡድኑን ይቀላቀሉ"),
  intro: both(
    "You are invited to an account. Choose your name and a password, or sign in if your address has a sign-in.",
    "ወደ አንድ መለያ ተጋብዘዋል። ስምና የይለፍ ቃል ይምረጡ፤ አድራሻዎ መግቢያ ካለው ይግቡ።",
  ),
  privacy: both(
    "The account's owners see your name, your address and what you do in the account.",
    "የመለያው ባለቤቶች ስምዎን፣ አድራሻዎንና በመለያው የሚሠሩትን ያያሉ።",
  ),
  privacyLink: both("What is stored", "ምን እንደሚቀመጥ"),
  create: both("Join", "ተቀላቀል"),
  known: both("I have a sign-in already", "አስቀድሞ መግቢያ አለኝ"),
  accept: both("Sign in and join", "ግባና ተቀላቀል"),
  fresh: both("I have no sign-in yet", "እስካሁን መግቢያ የለኝም"),
  wrong: both("The email, the password or the code is wrong.", "ኢሜይሉ፣ የይለፍ ቃሉ ወይም ኮዱ ትክክል አይደለም።"),
  already: both("Your address has a sign-in already. Sign in to join.", "አድራሻዎ አስቀድሞ መግቢያ አለው። ለመቀላቀል ይግቡ።"),
  joined: both("You have joined.", "ተቀላቅለዋል።"),
  ended: both(
    "This link is not valid any more. Ask the person who invited you for a new one.",
    "ይህ አገናኝ ከእንግዲህ አይሠራም። የጋበዘዎትን ሰው አዲስ እንዲልክ ይጠይቁ።",
  ),
});
