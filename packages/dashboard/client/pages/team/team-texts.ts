import { both, textsOf } from "@receipts/web-pages/texts";
import { teamPlace } from "./team-place.ts";

export const teamTexts = textsOf({
  title: teamPlace.title,
  intro: both(
    "The people who act for this account. Each signs in with an own password and does what the role allows.",
    "ለዚህ መለያ የሚሠሩ ሰዎች። እያንዳንዱ በራሱ የይለፍ ቃል ይገባል፤ የሚሠራውም ሚናው የሚፈቅደውን ነው።",
  ),
  docs: both("What each role may do", "እያንዳንዱ ሚና የሚፈቅደው"),
  person: both("Person", "ሰው"),
  you: both("You", "እርስዎ"),
  holder: both("Holder", "የመለያው ባለቤት"),
  role: both("Role", "ሚና"),
  twoFactor: both("Two-factor", "ባለሁለት ደረጃ"),
  since: both("Since", "ከመቼ ጀምሮ"),
  change: both("Change role", "ሚና ቀይር"),
  remove: both("Remove", "አስወግድ"),
  changed: both("The role is changed.", "ሚናው ተቀይሯል።"),
  removeTitle: both(
    (name: string) => `Remove ${name}?`,
    (name) => `${name} ይወገዱ?`,
  ),
  removeEffect: both(
    "The person is signed out of this account at once. Linked Telegram chats, codes and invitations of the person end too.",
    "ሰውየው ከዚህ መለያ ወዲያውኑ ይወጣል። ያገናኛቸው የቴሌግራም ቻቶች፣ ኮዶችና ግብዣዎችም ያበቃሉ።",
  ),
  removeKeys: both(
    "The person made these keys. They stop working:",
    "እነዚህን ቁልፎች የፈጠረው ሰውየው ነው። መሥራታቸውን ያቆማሉ፦",
  ),
  neverUsed: both("never used", "ጥቅም ላይ አልዋለም"),
  lastUsed: both(
    (time: string) => `last used ${time}`,
    (time) => `መጨረሻ ጥቅም ላይ የዋለው ${time}`,
  ),
  takeOverKeys: both(
    "Take the keys over, so that programs that use them go on. Everyone who has a key can still use it.",
    "ቁልፎቹን ተረከብ፤ የሚጠቀሙባቸው ፕሮግራሞች ይቀጥላሉ። ቁልፍ የያዘ ሁሉ አሁንም ሊጠቀምበት ይችላል።",
  ),
  revokeTills: both(
    (names: string) => `End the tills that the person enrolled, maybe on an own phone: ${names}`,
    (names) => `ሰውየው ያስመዘገባቸውን የመሸጫ መሣሪያዎች አቁም፤ የራሱ ስልክ ሊሆን ይችላል፦ ${names}`,
  ),
  disableEndpoints: both(
    (urls: string) => `Disable the webhooks that the person set up. Otherwise they go on: ${urls}`,
    (urls) => `ሰውየው ያዘጋጃቸውን ዌብሁኮች አቁም፤ አለበለዚያ ይቀጥላሉ፦ ${urls}`,
  ),
  removed: both("The person is removed.", "ሰውየው ተወግዷል።"),
  invite: both("Invite", "ጋብዝ"),
  inviteHint: both(
    "The person gets a link by mail, or from you where no mail server is set. It works once, within 7 days.",
    "ሰውየው አገናኝ በኢሜይል ይደርሰዋል፤ የኢሜይል አገልጋይ ከሌለ ከእርስዎ። አገናኙ ለ7 ቀናት፣ አንድ ጊዜ ብቻ ይሠራል።",
  ),
  unconfirmed: both("address not confirmed", "አድራሻው አልተረጋገጠም"),
  linkTitle: both("The invitation's link", "የግብዣው አገናኝ"),
  link: both("the link", "አገናኙን"),
  linkOnce: both(
    "No mail was sent: there is no mail server. The link is shown only now. Give it to this person alone.",
    "ኢሜይል አልተላከም፤ የኢሜይል አገልጋይ የለም። አገናኙ የሚታየው አሁን ብቻ ነው። ለዚህ ሰው ብቻ ይስጡት።",
  ),
  linkNext: both(
    "A person who joins with it gets no mails and cannot reset a forgotten password: nothing proves the address.",
    "በዚህ የሚቀላቀል ሰው ኢሜይል አይደርሰውም፤ የረሳውን የይለፍ ቃልም መቀየር አይችልም፤ አድራሻውን የሚያረጋግጥ ነገር የለም።",
  ),
  invited: both("The invitation is on its way.", "ግብዣው ተልኳል።"),
  invitations: both("Open invitations", "ክፍት ግብዣዎች"),
  noInvitations: both("No open invitations.", "ክፍት ግብዣ የለም።"),
  invitedBy: both("Invited by", "የጋበዘው"),
  expires: both("Ends", "የሚያበቃበት"),
  revoke: both("Revoke", "ሰርዝ"),
  revoked: both("The invitation is revoked.", "ግብዣው ተሰርዟል።"),
  requireTitle: both("Two-factor sign-in for all", "ባለሁለት ደረጃ መግቢያ ለሁሉም"),
  requireText: both(
    "People without it can then only set it up. Yours should be on first.",
    "ያላዘጋጁ ሰዎች ከማዘጋጀት በቀር ሌላ ማድረግ አይችሉም። መጀመሪያ የእርስዎን ያብሩ።",
  ),
  isRequired: both("Required", "ግዴታ ነው"),
  isNotRequired: both("Not required", "ግዴታ አይደለም"),
  require: both("Require it", "ግዴታ አድርግ"),
  unrequire: both("Do not require it", "ግዴታነቱን አንሳ"),
});
