import { both, textsOf } from "@receipts/web-pages/texts";

export const sessionsTexts = textsOf({
  title: both("Sessions", "ክፍት መግቢያዎች"),
  intro: both(
    "The browsers that are signed in: an owner sees all people of the account, others their own. End any that you do not recognize.",
    "የገቡ አሳሾች፦ ባለቤት የመለያውን ሰዎች ሁሉ ያያል፣ ሌሎች የራሳቸውን። የማያውቁትን ይዝጉ።",
  ),
  person: both("Person", "ሰው"),
  signedIn: both("Signed in", "የገባበት ጊዜ"),
  expires: both("Ends", "የሚያበቃበት"),
  from: both("From", "ከየት"),
  here: both("This browser", "ይህ አሳሽ"),
  end: both("End", "ዝጋ"),
  endTitle: both("End this session?", "ይህ መግቢያ ይዘጋ?"),
  endEffect: both(
    "That browser is signed out at once. API keys keep working.",
    "በዚያ አሳሽ ያለው መግቢያ ወዲያውኑ ይዘጋል። የኤፒአይ ቁልፎች መሥራታቸውን ይቀጥላሉ።",
  ),
  ended: both("The session has ended.", "መግቢያው ተዘግቷል።"),
});
