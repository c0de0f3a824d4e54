import { Button } from '../../../../ui/button.tsx';
import { RefreshIcon } from '../../../../ui/shell-icons.tsx';
import type { HomeFacts, HomePrice } from '../../facts.ts';
import type { HomeAction } from '../home-island.ts';
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

const act = (name: HomeAction) => ({ 'data-act': name });

/** Contains the full, empty and failed state, and CSS shows one of them [000 §2 Home, Price panel]. */
export const LatestPrices = ({ facts }: { facts: HomeFacts }) => (
  <section className="legend neat" aria-labelledby="latest">
    <header>
      <div>
        <h2 className="t-lg" id="latest">
          Latest prices
        </h2>
        <p className="if-full" data-living="updated">
          <span className="t-xs ink-3 num">
            Updated <span>{facts.updated}</span>
          </span>
          <span className={facts.demoClass}>Demo prices</span>
        </p>
      </div>
      <Button variant="bare" size="small" icon label="Refresh prices" {...act('refresh')}>
        <RefreshIcon />
      </Button>
    </header>
    <ul className="if-full" data-living="prices">
      {facts.prices.map((price, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the build always renders five placeholders.
        <PriceLine key={at} price={price} />
      ))}
    </ul>
    <div className="none if-empty">
      <p>No crypto price data available.</p>
      <Button variant="line" {...act('refresh')}>
        Fetch Latest Prices
      </Button>
    </div>
    <div className="none if-failed">
      <p>We couldn't load the prices. Check your connection and try again.</p>
      <Button variant="line" {...act('read')}>
        Try Again
      </Button>
    </div>
    <p className="note" role="status" />
    <footer>
      <span className="num if-terms" data-living="terms">
        We sell at J$<span>{facts.terms.buyRate}</span> per US$ and buy at J$<span>{facts.terms.sellRate}</span>
      </span>
      <Button variant="bare" size="small" {...act('test')}>
        Test Crypto Prices
      </Button>
    </footer>
  </section>
);
