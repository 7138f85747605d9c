import type { Payment } from "../payments/payment.ts";
import { escapeHtml } from "../receipts/escape-html.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { awashPageStyle } from "./awash-page-style.ts";
import { awashPaymentTypes } from "./awash-payments.ts";
import { type AwashRow, awashPageForms, customerAccount } from "./awash-rows.ts";

export function awashReceiptUrl(token: string): string {
  return `https://awashpay.awashbank.com:8225/-${token}`;
}

/** As large as the bank's page: several `info-table`s, rows of three cells, a script with the page's own address. */
export function awashReceiptPage(payment: Payment): string {
  const type = awashPaymentTypes.find((known) => known === payment.type) ?? "send-to-bank";
  const { title, isFlat = false, rows } = awashPageForms[type];
  return `






<!doctype html>
<html>
<head>
    <meta charset="utf-8">
    <title>${title}</title>
    <script src="/awashbirrpro/receipts/qrcode.min.js" type="text/javascript"></script>
    <style>${awashPageStyle}    </style>
</head>
<body class="A5 portrait">

<div class="sheet" id="receiptSheet">
    <div class="actions">
        <button onclick="window.print();return false;" id="print-button" name="print-button"> Print </button>
        <button onclick="saveReceipt();return false;" id="save-button" name="save-button"> Download </button>
    </div>

    <div class="print-container">
        <div class="converted-image-container">
            <div class="watermarked">
                <div class="receipt-head">Awash Bank</div>
${isFlat ? "" : partiesTables(payment)}
                <div class="section-title">
                    <span>Transaction/Payment Information</span>
                </div>

                <div class="receipt-container" style="position: relative;">


                    <table class="info-table">
${rows(payment).map(paymentRow).join("\n")}

                    </table>
                    <div class="stamp">PAID</div>
                    <div class="qr-code" id="qrDiv"></div>
                </div>
            </div>
        </div>
    </div>

    <div class="receipt-footer">Contact center 8980</div>
</div>
${pageScript(payment.reference)}
</body>
</html>
`;
}

function partiesTables(payment: Payment): string {
  return `                <table class="header-table">
                    <tr>
                        <td>Company Information</td>
                        <td>Customer Information</td>
                    </tr>
                </table>

                <div class="side-by-side">
                    <div class="side">
                        <table class="info-table">
${companyRows.map(headerRow).join("\n")}
                        </table>
                    </div>
                    <div class="side">
                        <table class="info-table">
${customerRows(payment).map(headerRow).join("\n")}
                        </table>
                    </div>
                </div>
`;
}

const companyRows: readonly AwashRow[] = [
  ["Company Name", "Awash Bank Sandbox"],
  ["TIN No ", "0000000000"],
  ["VAT Reg No ", "00000"],
  ["VAT Reg Date ", "01/31/2000"],
  ["PO Box ", "00000"],
  ["Tel ", "0110000000  or 0000"],
];

function customerRows({ reference, sender }: Payment): readonly AwashRow[] {
  const branches = ["SANDBOX SQUARE", "IFB-SANDBOX BRANCH", "SHEGER SANDBOX"] as const;
  return [
    ["Customer Name", sender.name],
    ["Account No", customerAccount(sender.account)],
    ["City", "Addis Ababa"],
    ["VAT Reg No", "-"],
    ["VAT Reg Date", "-"],
    ["TIN (TAX ID)", "-"],
    ["Branch", createSeededDraw(reference).oneOf("branch", branches)],
  ];
}

function headerRow([label, value]: AwashRow): string {
  return `                                    <tr>
                                        <td>${label}</td>
                                        <td>:</td>
                                        <td>${escapeHtml(value)}</td>
                                    </tr>`;
}

function paymentRow([label, value]: AwashRow): string {
  return `                                <tr>
                                    <td><tt><span>${label} </span></tt></td>
                                    <td><tt><span>: </span></tt></td>
                                    <td><tt><span>${escapeHtml(value)}</span></tt></td>
                                </tr>`;
}

function pageScript(token: string): string {
  return `<script>
    document.addEventListener('DOMContentLoaded', function () {
        drawQr();
    });

    function drawQr() {
        if (typeof QRCode === 'undefined') {
            return;
        }
        var box = document.createElement('div');
        box.style.display = 'flex';
        box.style.justifyContent = 'center';
        box.style.alignItems = 'center';
        box.style.marginTop = '10px';

        var code = document.createElement('div');
        box.appendChild(code);
        document.getElementById('qrDiv').appendChild(box);

        new QRCode(code, {
            text: "${awashReceiptUrl(token)}",
            width: 100,
            height: 100,
            colorDark : "#000",
            colorLight : "#ffffff",
            correctLevel: QRCode.CorrectLevel.H
        });
    }

    function saveReceipt() {
        var buttons = ['print-button', 'save-button'].map(function (id) {
            return document.getElementById(id);
        });
        buttons.forEach(function (button) {
            button.style.display = 'none';
        });
        var page = new Blob([document.documentElement.outerHTML], { type: 'text/html' });
        var link = document.createElement('a');
        link.href = URL.createObjectURL(page);
        link.download = 'Awash-Receipt.html';
        link.click();
        URL.revokeObjectURL(link.href);
        buttons.forEach(function (button) {
            button.style.display = 'block';
        });
    }
</script>`;
}
