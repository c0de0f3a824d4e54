import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { RefreshIcon } from '../../../../ui/shell-icons.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import type { HomeFacts, HomePrice } from '../../facts.ts';
import { FigureText } from './figure-text.tsx';

function PriceLine({ price }: { price: HomePrice }) {
  return (
    <li className={price.rowClass}>
      <div>
        <span className="sym">{price.symbol}</span>
        <span className="nm">{price.name}</span>
      </div>
      <div className="jm">
        <FigureText mark="J$" figure={price.jmd} />
      </div>
      <div className="usd">
        <FigureText mark="US$" figure={price.usd} plain />
        <span className={price.changeClass}>{price.change}</span>
      </div>
      <time className="at" dateTime={price.updatedIso}>
        {price.updated}
      </time>
    </li>
  );
}

/** What the buttons do, and all it needs, is fetched with the first press. */
const acts = () => import('../price-acts.ts');

/** Which button works at the moment, and whether the last press reached nobody. */
function useActs(read: () => Promise<void>) {
  const [busy, setBusy] = useState<'refresh' | 'test' | null>(null);
  const [unreachable, setUnreachable] = useState(false);
  const run = async (name: 'refresh' | 'test', act: () => Promise<void>) => {
    if (busy) return;
    setBusy(name);
    setUnreachable(false);
    await act().catch(() => setUnreachable(true));
    setBusy(null);
  };
  const refresh = () => run('refresh', async () => (await acts()).fetchLatestPrices().then(read));
  return { busy, unreachable, refresh, test: () => run('test', async () => (await acts()).testPrices()) };
}

type LatestPricesProps = { facts: HomeFacts; read: () => Promise<void> };

/** The first five prices, the rates and the diagnostic [000 §2]. Holds every state; the page's class shows one. */
export function LatestPrices({ facts, read }: LatestPricesProps) {
  const { busy, unreachable, refresh, test } = useActs(read);
  return (
    <section className="legend neat" aria-labelledby="latest">
      <header>
        <div>
          <h2 className="t-lg" id="latest">
            Latest prices
          </h2>
          <p className="if-full">
            <span className="t-xs ink-3 num">
              Updated <span>{facts.updated}</span>
            </span>
            <span className={facts.demoClass}>Demo prices</span>
          </p>
        </div>
        <Button look="bare" size="small" icon label="Refresh prices" busy={busy === 'refresh'} onClick={refresh}>
          <RefreshIcon />
        </Button>
      </header>
      <ul className="if-full">
        {facts.prices.map((price, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the five places stay, the prices in them change.
          <PriceLine key={at} price={price} />
        ))}
      </ul>
      <div className="none if-loading">
        <Skeleton lines={[40, 90, 76]} />
      </div>
      <div className="none if-empty">
        <p>No crypto price data available.</p>
        <Button look="line" busy={busy === 'refresh'} onClick={refresh}>
          Fetch Latest Prices
        </Button>
      </div>
      <div className="none if-failed">
        <p>The prices could not be loaded. Check your connection and try again.</p>
        <Button look="line" onClick={() => void read()}>
          Try Again
        </Button>
      </div>
      <p className="note" role="status">
        {unreachable && 'We could not reach the server. Check your connection and try again.'}
      </p>
      <footer>
        <span className="num if-terms">
          We sell at J$<span>{facts.terms.buyRate}</span> per US$ and buy at J$<span>{facts.terms.sellRate}</span>
        </span>
        <Button look="bare" size="small" busy={busy === 'test'} onClick={test}>
          Test Crypto Prices
        </Button>
      </footer>
    </section>
  );
}
