import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { formatPrice } from '../../../ui/price-format.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { coinName, type QuotedSymbol, quotedSymbols } from '../../assets/assets.ts';
import { pricesLabels } from '../messages.ts';
import type { Range } from '../schema.ts';
import { type JmdCurve, jmdCurve } from './curve.ts';
import './prices.css';
import { PriceText } from './price-text.tsx';

const ChartCanvas = lazyPart(async () => (await import('./chart-canvas.tsx')).default);

const ranges: readonly { readonly range: Range; readonly name: string; readonly spoken: string }[] = [
  { range: '24h', name: '24 h', spoken: 'last 24 hours' },
  { range: '7d', name: '7 d', spoken: 'last 7 days' },
  { range: '30d', name: '30 d', spoken: 'last 30 days' },
];

const isQuoted = (symbol: string): symbol is QuotedSymbol => quotedSymbols.some((quoted) => quoted === symbol);

const ChartFrame = ({ children }: { children: ReactNode }) => <div className="chart-place">{children}</div>;

const Attribution = () => (
  <p className="t-2xs ink-3">
    Chart: TradingView Lightweight Charts™, Copyright © 2025{' '}
    <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
      TradingView, Inc.
      <span className="sr"> (opens a new tab)</span>
    </a>
  </p>
);

const loading = <Skeleton label="Loading the chart" lines={[100, 100, 100, 100]} />;

/** Has the height of the loaded chart, so that the page does not jump. */
const placeholder = (
  <>
    <p className="row unseen" aria-hidden="true">
      <span className="money big">J$0</span>
    </p>
    <ChartFrame>{loading}</ChartFrame>
    <p className="t-xs num unseen" aria-hidden="true">
      Lowest J$0
    </p>
    <Attribution />
  </>
);

/** True once the element was near the visible part of the page. */
function useWasVisible(element: RefObject<HTMLElement | null>): boolean {
  const [wasVisible, setWasVisible] = useState(false);
  useEffect(() => {
    if (wasVisible || !element.current) return;
    const onChange = (entries: readonly IntersectionObserverEntry[]) =>
      entries.some(({ isIntersecting }) => isIntersecting) && setWasVisible(true);
    const observer = new IntersectionObserver(onChange, { rootMargin: '100px' });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, wasVisible]);
  return wasVisible;
}

/** Loads the chart library, 54 kB, when the chart comes into view: on a phone it is below the order form. */
function ChartWithFigures({ curve, range, symbol }: { curve: JmdCurve; range: Range; symbol: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isNeeded = useWasVisible(place);
  const spoken = ranges.find((option) => option.range === range)?.spoken;
  const [low, high, last] = [curve.low, curve.high, curve.last].map(formatPrice);
  const label = `${coinName(symbol)} in Jamaican dollars, ${spoken}: lowest J$${low}, highest J$${high}, now J$${last}`;
  return (
    <>
      <div className="chart-place" role="img" aria-label={label} ref={place}>
        {isNeeded ? <ChartCanvas curve={curve} range={range} /> : loading}
      </div>
      <p className="t-xs ink-2 num">
        Lowest J${low}, highest J${high} in the {spoken}
      </p>
      <Attribution />
    </>
  );
}

function useCurve(symbol: QuotedSymbol, range: Range) {
  const input = { symbol, range };
  const history = useQuery(api.prices.history.queryOptions({ input, placeholderData: keepPreviousData }));
  const terms = useQuery(api.settings.publicTerms.queryOptions());
  const [priceCurve, rate] = [history.data, terms.data?.rates.buy];
  const curve = useMemo(() => (priceCurve && rate ? jmdCurve(priceCurve.points, rate) : null), [priceCurve, rate]);
  return {
    error: (priceCurve ? null : history.error) ?? (rate ? null : terms.error),
    retry: () => void Promise.all([history.refetch(), terms.refetch()]),
    isLoading: !priceCurve || !rate,
    demo: priceCurve?.demo ?? false,
    shown: priceCurve?.range ?? range,
    curve,
  };
}

function Ranges({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  return (
    <fieldset className="seg" aria-label="Time range">
      {ranges.map((option) => (
        <button
          key={option.range}
          type="button"
          aria-pressed={option.range === range}
          aria-label={`${option.name}, ${option.spoken}`}
          onClick={() => onChange(option.range)}
        >
          {option.name}
        </button>
      ))}
    </fieldset>
  );
}

function QuotedChart({ symbol, first }: { symbol: QuotedSymbol; first: Range }) {
  const [range, setRange] = useState(first);
  const { error, retry, demo, isLoading, shown, curve } = useCurve(symbol, range);
  return (
    <section aria-label={`Price of ${coinName(symbol)}`} className="stack price-chart">
      <div className="row between">
        <h2 className="t-lg">{coinName(symbol)}</h2>
        <Ranges range={range} onChange={setRange} />
      </div>
      {curve && (
        <p className="row">
          <PriceText mark="J$" price={curve.last} size="big" />
          {demo && <Badge kind="note">{pricesLabels.demo}</Badge>}
        </p>
      )}
      {error && <FailedState text="We couldn't load the chart." error={error} onRetry={retry} />}
      {!error && isLoading && placeholder}
      {!error && !isLoading && !curve && <p className="ink-2">There is no price history for this period yet.</p>}
      {!error && curve && <ChartWithFigures curve={curve} range={shown} symbol={symbol} />}
    </section>
  );
}

type PriceChartProps = { symbol: string; range?: Range };

export function PriceChart({ symbol, range = '30d' }: PriceChartProps) {
  return isQuoted(symbol) ? <QuotedChart key={symbol} symbol={symbol} first={range} /> : null;
}
