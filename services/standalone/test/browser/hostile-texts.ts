/**
 * Hostile values by the attack that they try. None contains another or has more than 200 characters. Executed code
 * would set `ridden`, and injected elements would have it as an attribute.
 */
export const hostileTexts = {
  handler: `<img src=x data-ridden onerror="globalThis.ridden=1">`,
  svg: `<svg data-ridden onload="globalThis.ridden=1"><a href="javascript:globalThis.ridden=1">Press</a></svg>`,
  script: `</title></textarea></script><script data-ridden>globalThis.ridden=1</script>`,
  link: `javascript:globalThis.ridden=1//https://example.test/`,
  attribute: `x" autofocus onfocus="globalThis.ridden=1" data-ridden='' title='`,
  comment: `--><iframe data-ridden srcdoc="x"></iframe><!--`,
  dollar: `\`\${globalThis.ridden=1}\` \${{}}`,
  braces: `{{constructor.constructor("globalThis.ridden=1")()}} <%= ridden %>`,
  /** RIGHT-TO-LEFT OVERRIDE: would reverse the text after it. */
  turned: "invoice_\u202Efdp.exe",
  /** ZERO WIDTH SPACE and JOINER, WORD JOINER, stacked diacritics. */
  marks: "Se\u200Bl\u200Da\u0301\u0302\u0323\u0327\u0330m\u2060 Trading",
  sms: "Dear Customer, ETB 1,250.00 has left your account 1***4321 for Selam <b data-ridden>Trading</b>. See https://bank.example.test/r?id=QX77AB12&to=1 or www.example.test. Thank you!",
  amharic: "የሰላም «ቤት» ዕቃዎች <ሀ> & ልጆቹ ኃ.የተ.የግ.ማ.",
  entity: "&lt;img src=x&gt; &amp;#60;b&amp;#62; &nbsp;&quot;",
  word: "Nekemte".repeat(14),
  sql: `'; drop table users; --`,
} as const;
