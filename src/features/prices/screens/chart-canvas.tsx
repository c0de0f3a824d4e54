import {
  AreaSeries,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { formatDateTime, formatDay, formatTime } from '../../../ui/format.ts';
import { groupThousands } from '../../../ui/number-format.ts';
import type { Range } from '../schema.ts';
import type { JmdCurve } from './curve.ts';

function colours() {
  const style = getComputedStyle(document.documentElement);
  const named = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { line: named('brand-ink'), ink: named('ink-3'), rule: named('rule'), gold: named('gold') };
}

function axisText(value: number): string {
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(2)} m`;
  return groupThousands(value.toFixed(value >= 1_000 ? 0 : 2));
}

const toDate = (time: Time): Date => new Date(Number(time) * 1000);

function applyColours(chart: IChartApi, series: ISeriesApi<'Area'>): void {
  const { line, ink, rule, gold } = colours();
  const dashed = { color: gold, labelBackgroundColor: line };
  chart.applyOptions({
    layout: { textColor: ink },
    grid: { vertLines: { visible: false }, horzLines: { color: rule } },
    crosshair: { vertLine: dashed, horzLine: dashed },
  });
  series.applyOptions({ lineColor: line, topColor: `${line}2e`, bottomColor: `${line}05`, priceLineColor: gold });
}

function renderChart(container: HTMLElement, { points }: JmdCurve, range: Range): () => void {
  const chart = createChart(container, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      attributionLogo: false,
      fontFamily: getComputedStyle(container).fontFamily,
      fontSize: 11,
    },
    localization: { priceFormatter: axisText, timeFormatter: (time: Time) => formatDateTime(toDate(time)) },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.08 } },
    timeScale: {
      borderVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkFormatter: (time: Time) =>
        range === '24h' ? formatTime(toDate(time)) : formatDay(toDate(time)).replace(/^\w+ /, ''),
    },
    handleScroll: false,
    handleScale: false,
  });
  const series = chart.addSeries(AreaSeries, { lineWidth: 2, lastValueVisible: false });
  series.setData(
    points.map(({ at, price }) => ({ time: Math.floor(at.getTime() / 1000) as UTCTimestamp, value: Number(price) })),
  );
  chart.timeScale().fitContent();
  applyColours(chart, series);
  const theme = new MutationObserver(() => applyColours(chart, series));
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    theme.disconnect();
    chart.remove();
  };
}

/** Hidden from screen readers, because the page shows the figures as text too. */
export default function ChartCanvas({ curve, range }: { curve: JmdCurve; range: Range }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => (container.current ? renderChart(container.current, curve, range) : undefined), [curve, range]);
  return <div ref={container} className="chart-canvas" aria-hidden="true" />;
}
