import type { BankHistory } from "@receipts/contracts";
import { type DayLevel, dayLevels, type Html, html, levelOf } from "@receipts/web-pages";

const STEP = 4;
const BAR_WIDTH = 3;
const HEIGHT = 32;
/** Worse days have higher bars, so that colour is not the only difference. */
const barHeights: Readonly<Record<DayLevel, number>> = { good: 18, faults: 25, down: HEIGHT, unasked: 5 };

const bar = (x: number, level: DayLevel) =>
  `M${x} ${HEIGHT - barHeights[level]}h${BAR_WIDTH}V${HEIGHT}h-${BAR_WIDTH}z`;

/** One bar per day, oldest first, described by `label`. One path per level keeps 900 bars at a few KiB. */
export function dayChart(days: BankHistory["days"], label: string): Html {
  const levels = days.map(({ availability }) => levelOf(availability));
  return html`<svg class="days" role="img" aria-label="${label}" viewBox="0 0 ${levels.length * STEP - (STEP - BAR_WIDTH)} ${HEIGHT}" preserveAspectRatio="none">${dayLevels.map(
    (level) => {
      const bars = levels.flatMap((one, index) => (one === level ? bar(index * STEP, level) : []));
      return bars.length > 0 && html`<path class="${level}" d="${bars.join("")}"/>`;
    },
  )}</svg>`;
}

/** One bar for the legend. */
export function sampleBar(level: DayLevel): Html {
  return html`<svg class="sample" aria-hidden="true" viewBox="0 0 ${BAR_WIDTH} ${HEIGHT}" preserveAspectRatio="none"><path class="${level}" d="${bar(0, level)}"/></svg>`;
}
