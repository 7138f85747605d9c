import type { TelegramTopic } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";

export const telegramTexts = textsOf({
  title: both("Telegram", "ቴሌግራም"),
  intro: both(
    "Get messages about your account in Telegram, and verify receipts by sending their SMS to the bot. Each receipt costs one credit.",
    "ስለ መለያዎ መልእክት በቴሌግራም ይደርስዎታል፤ የክፍያ SMS ለቦቱ በመላክም ደረሰኝ ማረጋገጥ ይችላሉ። ለእያንዳንዱ ደረሰኝ አንድ ክሬዲት ይወስዳል።",
  ),
  none: both("No chat is linked yet.", "እስካሁን የተገናኘ ውይይት የለም።"),
  link: both("Link a chat", "ውይይት አገናኝ"),
  code: both("Code", "ኮድ"),
  codeText: both(
    "Send this code to the bot in a private chat. Who sends it gets your messages.",
    "ይህን ኮድ ለቦቱ በግል ውይይት ይላኩ። ኮዱን የላከ ሰው መልእክቶችዎ ይደርሱታል።",
  ),
  open: both("Open Telegram", "ቴሌግራምን ክፈት"),
  /** The time follows. */
  until: both("It works once, until", "አንድ ጊዜ ብቻ ይሠራል፤ እስከ"),
  blocked: both("Unlinked: the bot was blocked", "ቦቱ ስለታገደ ተቋርጧል"),
  blockedTodo: both(
    "Unblock the bot in Telegram, then link the chat again.",
    "በቴሌግራም የቦቱን እገዳ ያንሱ፤ ከዚያ ውይይቱን እንደገና ያገናኙ።",
  ),
  noTopics: both("No messages chosen", "የተመረጠ መልእክት የለም"),
  choose: both("Choose messages", "መልእክቶችን ምረጥ"),
  messages: both("Messages", "መልእክቶች"),
  topics: {
    review_needed: both("Review needed", "መታየት ያለበት ክፍያ"),
    receipt_reused: both("Receipt used twice", "ሁለት ጊዜ ጥቅም ላይ የዋለ ደረሰኝ"),
    credits_low: both("Credits low", "ክሬዲት ሲያንስ"),
    daily_summary: both("Daily summary", "የቀኑ ማጠቃለያ"),
  } satisfies Record<TelegramTopic, Texts<string>>,
  summaryHour: both("Hour of the daily summary", "የቀኑ ማጠቃለያ ሰዓት"),
  language: both("Language of messages", "የመልእክቶቹ ቋንቋ"),
  receipts: both("Receipts", "ደረሰኞች"),
  mayVerify: both("May verify receipts with our credits", "በክሬዲታችን ደረሰኝ ማረጋገጥ ይችላል"),
  unlink: both("Unlink", "አቋርጥ"),
  unlinkEffect: both(
    "The chat gets no more messages and cannot verify receipts.",
    "ውይይቱ ከእንግዲህ መልእክት አይደርሰውም፤ ደረሰኝም ማረጋገጥ አይችልም።",
  ),
  unlinked: both("Chat unlinked.", "ውይይቱ ተቋርጧል።"),
});
