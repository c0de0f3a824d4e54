import {
  AreaSeries,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { grouped } from '../../../ui/figures.ts';
import { dayText, momentText, timeText } from '../../../ui/format.ts';
import type { Range } from '../schema.ts';
import type { JmdCurve } from './curve.ts';

/** The look's colours, as they are at this moment. */
function colours() {
  const style = getComputedStyle(document.documentElement);
  const named = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { line: named('brand-ink'), ink: named('ink-3'), rule: named('rule'), gold: named('gold') };
}

/** A label of the axis, for the eye only: `20.71 m`, `732,554`, `424.45`. */
function axisText(value: number): string {
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(2)} m`;
  return grouped(value.toFixed(value >= 1_000 ? 0 : 2));
}

const moment = (time: Time): Date => new Date(Number(time) * 1000);

function paint(chart: IChartApi, series: ISeriesApi<'Area'>): void {
  const { line, ink, rule, gold } = colours();
  const dashed = { color: gold, labelBackgroundColor: line };
  chart.applyOptions({
    layout: { textColor: ink },
    grid: { vertLines: { visible: false }, horzLines: { color: rule } },
    crosshair: { vertLine: dashed, horzLine: dashed },
  });
  series.applyOptions({ lineColor: line, topColor: `${line}2e`, bottomColor: `${line}05`, priceLineColor: gold });
}

/** Draws into the place; times are shown in Jamaica's. Answers how to remove it. */
function draw(place: HTMLElement, { points }: JmdCurve, range: Range): () => void {
  const chart = createChart(place, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      attributionLogo: false,
      fontFamily: getComputedStyle(place).fontFamily,
      fontSize: 11,
    },
    localization: { priceFormatter: axisText, timeFormatter: (time: Time) => momentText(moment(time)) },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.08 } },
    timeScale: {
      borderVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkFormatter: (time: Time) =>
        range === '24h' ? timeText(moment(time)) : dayText(moment(time)).replace(/^\w+ /, ''),
    },
    handleScroll: false,
    handleScale: false,
  });
  const series = chart.addSeries(AreaSeries, { lineWidth: 2, lastValueVisible: false });
  series.setData(
    points.map(({ at, price }) => ({ time: Math.floor(at.getTime() / 1000) as UTCTimestamp, value: Number(price) })),
  );
  chart.timeScale().fitContent();
  paint(chart, series);
  const theme = new MutationObserver(() => paint(chart, series));
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    theme.disconnect();
    chart.remove();
  };
}

/** The drawing itself. What it says stands in words beside it, so it is hidden from whoever cannot see it. */
export default function ChartCanvas({ curve, range }: { curve: JmdCurve; range: Range }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? draw(place.current, curve, range) : undefined), [curve, range]);
  return <div ref={place} className="chart-canvas" aria-hidden="true" />;
}
