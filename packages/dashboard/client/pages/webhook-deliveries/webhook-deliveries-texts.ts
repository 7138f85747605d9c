import { both, textsOf } from "@receipts/web-pages/texts";

export const webhookDeliveriesTexts = textsOf({
  title: both("Webhook deliveries", "የተላኩ ዌብሁኮች"),
  intro: both(
    "Every webhook of your account, with its attempts and the responses of your server.",
    "የመለያዎ ዌብሁኮች ሁሉ፤ ከሙከራዎቻቸውና ሰርቨርዎ ከመለሰው ጋር።",
  ),
  endpoints: both("Endpoints", "አድራሻዎች"),
  id: both("Id", "መለያ"),
  idHint: both("Of a request, deposit or delivery.", "የጥያቄ፣ የክፍያ ወይም የዌብሁክ።"),
  none: both("No webhook yet", "እስካሁን ዌብሁክ የለም"),
  noneTodo: both("Add an endpoint and send a test to it.", "አድራሻ ያክሉና ሙከራ ይላኩ።"),
  noMatch: both("No webhook matches", "የሚመሳሰል ዌብሁክ የለም"),
  noMatchTodo: both("Change the dates or remove a filter.", "ቀናቱን ያስፉ ወይም አንድ ማጣሪያ ያንሱ።"),
});
