import { RefreshCw } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { formatChange, formatVolume } from '../../../ui/price-format.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { pricesLabels, pricesToasts } from '../messages.ts';
import type { ListedPrice } from '../schema.ts';
import './prices.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/error-message.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { PriceText } from './price-text.tsx';

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
  return useMutation(
    api.prices.refresh.mutationOptions({
      onSuccess: async ({ count }) => {
        toastSuccess(pricesToasts.updated, { count: String(count) });
        await waitForPrices();
        await queries.invalidateQueries({ queryKey: api.prices.key() });
      },
      onError: toastRefusal,
    }),
  );
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
