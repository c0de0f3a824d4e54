import { RefreshCw } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { formatChange, formatPrice, formatVolume } from '../../../ui/price-format.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { pricesLabels, pricesToasts } from '../messages.ts';
import type { ListedPrice, Range } from '../schema.ts';
import './prices.css';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../../ui/client.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { coinName, type QuotedSymbol, quotedSymbols } from '../../assets/assets.ts';
import { type JmdCurve, jmdCurve } from './curve.ts';

type PriceTextProps = {
  mark: 'J$' | 'US$';
  price: string;
  size?: 'normal' | 'plain' | 'big';
};

/** Formats a price. The number of decimals depends on the amount [000 §5 Price display]. */
function PriceText({ mark, price, size = 'normal' }: PriceTextProps) {
  const [whole, places] = formatPrice(price).split('.');
  return (
    <span className={size === 'normal' ? 'money' : `money ${size}`}>
      <i>{mark}</i>
      {whole}
      <s>.{places}</s>
    </span>
  );
}

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
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return;
    const onChange = (entries: readonly IntersectionObserverEntry[]) =>
      entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true);
    const observer = new IntersectionObserver(onChange, { rootMargin: '100px' });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}

/** Loads the chart library, 54 kB, when the chart comes into view: on a phone it is below the order form. */
function ChartWithFigures({ curve, range, symbol }: { curve: JmdCurve; range: Range; symbol: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isNeeded = useSeen(place);
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
      <p className="flush">
        <Link className="btn bare sm" to={`/price-alerts?coin=${symbol}`}>
          Set a price alert<span className="sr"> for {coinName(symbol)}</span>
        </Link>
      </p>
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

/** Polling interval while the screen is visible [000 §4 Prices panel, §9]. */
const refetchIntervalMs = 15 * 60_000;

/** Delay between a refresh and the next read [000 §7 Functions, §9]. */
const waitForPrices = () => new Promise((resolve) => setTimeout(resolve, 2_000));

/** Reads on mount, on focus and every 15 minutes [000 §4 Prices panel]. */
const usePrices = () =>
  useQuery(
    api.prices.list.queryOptions({
      input: { order: 'symbol' },
      refetchOnMount: 'always',
      refetchOnWindowFocus: 'always',
      refetchInterval: refetchIntervalMs,
    }),
  );

/** Refreshes prices on request, shows a toast and reloads all prices [000 §2 Price panel, §4 Prices panel]. */
function usePriceRefresh() {
  const queries = useQueryClient();
  return useCommand(api.prices.refresh, {
    done: async ({ count }) => {
      toastSuccess(pricesToasts.updated, { count: String(count) });
      await waitForPrices();
      await queries.invalidateQueries({ queryKey: api.prices.key() });
    },
  });
}

function Change({ price }: { price: ListedPrice }) {
  if (price.setByCompany) return <span className="t-xs ink-3">{pricesLabels.setByCompany}</span>;
  const change = price.change24h === null ? null : formatChange(price.change24h);
  return change && <span className={`${change.direction}-d`}>{change.text}</span>;
}

const PriceBadges = ({ price }: { price: ListedPrice }) => (
  <>
    {price.stale && <Badge kind="pending">Out of date</Badge>}
    {price.offPeg && <Badge kind="rejected">Off its US$1 peg</Badge>}
  </>
);

function Row({ price }: { price: ListedPrice }) {
  return (
    <tr>
      <th scope="row">
        {price.symbol}
        <small>{price.name}</small> <PriceBadges price={price} />
      </th>
      <td className="r">
        <PriceText mark="J$" price={price.priceJmd} />
        <div className="t-xs ink-2">
          <PriceText mark="US$" price={price.priceUsd} size="plain" />
        </div>
      </td>
      <td className="r">
        <Change price={price} />
        {price.volume24hUsd !== null && <div className="t-xs ink-3">US${formatVolume(price.volume24hUsd)} traded</div>}
      </td>
    </tr>
  );
}

const Table = ({ prices }: { prices: readonly ListedPrice[] }) => (
  <table className="tbl mkt prices">
    <thead className="sr">
      <tr>
        <th scope="col">Coin</th>
        <th scope="col">Price in J$ and US$</th>
        <th scope="col">Last 24 hours</th>
      </tr>
    </thead>
    <tbody>
      {prices.map((price) => (
        <Row key={price.symbol} price={price} />
      ))}
    </tbody>
  </table>
);

function getNewestUpdate(prices: readonly ListedPrice[]): Date | null {
  const times = prices.filter((price) => !price.setByCompany).map((price) => price.lastUpdated.getTime());
  return times.length === 0 ? null : new Date(Math.max(...times));
}

function Body({ refresh }: { refresh: ReturnType<typeof usePriceRefresh> }) {
  const { data, error, isPending, refetch } = usePrices();
  if (isPending) return <Skeleton label="Loading prices" lines={[100, 92, 97, 90]} />;
  if (!data) return <FailedState text="We couldn't load the prices." error={error} onRetry={() => void refetch()} />;
  const updatedAt = getNewestUpdate(data);
  return (
    <>
      {updatedAt ? (
        <p className="row t-xs ink-3 num">
          Updated {formatDateTime(updatedAt)}
          {data.some(({ demo }) => demo) && <Badge kind="note">{pricesLabels.demo}</Badge>}
        </p>
      ) : (
        <div className="stack">
          <p>{pricesLabels.empty}</p>
          <Button variant="line" busy={refresh.isPending} onClick={() => refresh.mutate(undefined)}>
            {pricesLabels.fetchLatest}
          </Button>
        </div>
      )}
      {data.length > 0 && <Table prices={data} />}
    </>
  );
}

/** Price list with a refresh button [001 §2 Trading page, 000 §2 Price panel]. */
export function PricePanel({ title = 'Market Overview' }: { title?: string }) {
  const refresh = usePriceRefresh();
  return (
    <section aria-label={title}>
      <div className="row between panel-head">
        <h2 className="t-lg">{title}</h2>
        <Button
          variant="bare"
          size="small"
          icon
          label="Refresh prices"
          busy={refresh.isPending}
          onClick={() => refresh.mutate(undefined)}
        >
          <RefreshCw className="ic" aria-hidden="true" />
        </Button>
      </div>
      <Body refresh={refresh} />
    </section>
  );
}
