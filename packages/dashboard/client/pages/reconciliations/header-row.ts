/** The row that names the columns: the first of those with the most texts. */
export function headerRow(rows: readonly (readonly string[])[]): readonly string[] {
  const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== "").length;
  const most = Math.max(0, ...rows.map(filled));
  return rows.find((row) => filled(row) === most) ?? [];
}
