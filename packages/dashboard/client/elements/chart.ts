import { html, svg, type TemplateResult } from "lit-html";
import type { SharedTexts } from "../language/shared-texts.ts";
import type { Tone } from "./badge.ts";

interface ChartSettings {
  readonly title: string;
  /** Title of the horizontal axis, such as `Day`. */
  readonly labelTitle: string;
  readonly labels: readonly string[];
  readonly series: readonly {
    readonly title: string;
    readonly tone: Tone;
    readonly values: readonly number[];
  }[];
  readonly shared: SharedTexts;
  readonly format?: (value: number) => string;
}

const WIDTH = 640;
const HEIGHT = 160;

/** Stacked bars, one stack per label. */
export function barChart(settings: ChartSettings): TemplateResult {
  const { labels, series } = settings;
  const totals = labels.map((_label, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const highest = Math.max(1, ...totals);
  const step = WIDTH / Math.max(1, labels.length);
  const piles = labels.map((_label, at) => {
    let top = HEIGHT;
    return series.map(({ tone, values }) => {
      const height = ((values[at] ?? 0) / highest) * HEIGHT;
      top -= height;
      return svg`<rect class=${tone} x=${at * step + step * 0.15} y=${top} width=${step * 0.7} height=${height}></rect>`;
    });
  });
  return figure(settings, highest, svg`${piles}`);
}

/** One line per series. */
export function lineChart(settings: ChartSettings): TemplateResult {
  const { labels, series } = settings;
  const highest = Math.max(1, ...series.flatMap(({ values }) => values));
  const step = WIDTH / Math.max(1, labels.length - 1);
  const lines = series.map(({ tone, values }) => {
    const points = values.map((value, at) => `${at * step},${HEIGHT - (value / highest) * HEIGHT}`).join(" ");
    return svg`<polyline class=${tone} points=${points}></polyline>`;
  });
  return figure(settings, highest, svg`${lines}`);
}

/** The chart is visual only. The table below it has the same numbers for all readers. */
function figure(settings: ChartSettings, highest: number, shapes: TemplateResult): TemplateResult {
  const { title, labelTitle, labels, series, shared, format = String } = settings;
  return html`<figure class="chart">
    <figcaption>
      <strong>${title}</strong>
      <ul class="legend">
        ${series.map((each) => html`<li class=${each.tone}>${each.title}</li>`)}
      </ul>
    </figcaption>
    <div class="plot">
      <span class="highest" aria-hidden="true">${format(highest)}</span>
      <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">${shapes}</svg>
      <p class="ends" aria-hidden="true"><span>${labels[0] ?? ""}</span><span>${labels.at(-1) ?? ""}</span></p>
    </div>
    <details>
      <summary>${shared.chartAsTable}</summary>
      <div class="scroll" tabindex="0" role="group" aria-label=${title}>
        <table>
          <thead>
            <tr>
              <th scope="col">${labelTitle}</th>
              ${series.map((each) => html`<th scope="col" class="number">${each.title}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${labels.map(
              (label, at) =>
                html`<tr>
                  <th scope="row">${label}</th>
                  ${series.map(({ values }) => html`<td class="number">${format(values[at] ?? 0)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </figure>`;
}
