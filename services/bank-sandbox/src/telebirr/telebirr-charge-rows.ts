import { type Payment, totalPaid } from "../payments/payment.ts";
import { groupedAmount, shortGroupedAmount } from "../receipts/amount-text.ts";

/** The page of July 2025 has a VAT row that the one of December lacks; the date of the change is unknown. */
const vatRowUntil = Date.UTC(2025, 7, 1);

function isOlderPage({ paidAt }: Payment): boolean {
  return paidAt.getTime() < vatRowUntil;
}

/** The older page omits zero decimals: `600 Birr`. */
export function telebirrAmount(payment: Payment, santim: bigint): string {
  return `${isOlderPage(payment) ? shortGroupedAmount(santim) : groupedAmount(santim)} Birr`;
}

/** The rows below the settled amount; the older page spells the fee in lower case. */
export function chargeRows(payment: Payment): string {
  const { charges } = payment;
  const isOlder = isOlderPage(payment);
  const amount = (santim: bigint) => telebirrAmount(payment, santim);
  const fee = isOlder ? "service fee" : "Service fee";
  return [
    `\n        <!-- ${moneyRow("የኤክሳይዝ ታክስ/Excise Tax (5%)", "0.0 Birr")} -->`,
    isOlder ? moneyRow("15% ተ.እ.ታ/VAT", ` ${goodsVat(payment)}`) : "",
    moneyRow("የማህተም ክፍያ/Stamp Duty", "0.0 Birr"),
    moneyRow("ቅናሽ/Discount Amount", "0.0 Birr"),
    moneyRow(`የአገልግሎት ክፍያ/${fee}`, ` ${amount(charges.service)}`, wideLabel),
    moneyRow(`የአገልግሎት ክፍያ ተ.እ.ታ/${fee} VAT`, amount(charges.vat)),
    moneyRow("ጠቅላላ የተከፈለ/Total Paid Amount", ` ${amount(totalPaid(payment))}`),
  ].join("");
}

/** VAT on goods, included in their price. */
function goodsVat(payment: Payment): string {
  return payment.type === "merchant" ? telebirrAmount(payment, (payment.amount * 15n) / 115n) : "0.0 Birr";
}

const narrowLabel = `<td>&nbsp;</td>
            <td class="receipttableTd1">`;
const wideLabel = `<td colspan="2" class="receipttableTd1">`;

function moneyRow(label: string, amount: string, labelCell = narrowLabel): string {
  return `
        <tr>
            ${labelCell}

                ${label} &nbsp;&nbsp;
            </td>
            <td class="receipttableTd receipttableTd2">${amount}</td>
        </tr>`;
}
