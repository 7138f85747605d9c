/** As `99.85 %`. Shares have four decimals, rounded down, so that 100 % means all. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(share === 1 ? 0 : 2)} %`;
}
