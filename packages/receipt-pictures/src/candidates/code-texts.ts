/** Some banks hide the reference in their code: telebirr's is base64 of a hex text with the letters of the number. */
export function plainTextsOf(code: string): readonly string[] {
  if (!/^[A-Za-z0-9+/_-]{16,}={0,2}$/.test(code)) return [code];
  const decoded = Buffer.from(code, "base64").toString("latin1");
  if (!/^[0-9a-f]{20,}$/i.test(decoded)) return [code];
  const letters = Buffer.from(decoded, "hex").toString("latin1");
  return [code, letters.replaceAll(/[^A-Za-z0-9]+/g, " ").trim()];
}
