import { decimal } from '../../kernel/decimal.ts';
import { add, jmd, type Money } from '../../kernel/money.ts';
import { signedIn } from '../../platform/procedure.ts';
import { companyPrices } from '../prices/company-price.ts';
import { listPrices } from '../prices/list-prices.ts';
import { currentSettings, inForceSince } from '../settings/store.ts';
import { included } from '../subscriptions/store.ts';
import { completedDeals } from '../trading/order/deals-store.ts';
import { type Holding, holdingsOf } from '../trading/order/holdings.ts';
import { averageCost, type Worth, worthOf } from './worth.ts';

const nothing = jmd(0n);
const sum = (amounts: readonly Money[]): Money => amounts.reduce(add, nothing);

export type ShownHolding = Holding & {
  readonly name: string;
  readonly average: Money | null;
  /** Null where no price is known that counts. */
  readonly worth: Worth | null;
  readonly priceUsd: string | null;
};

/**
 * 'Portfolio tracking' of the plans [001 §9 Subscriptions]: what whoever asks bought through us and did not sell to us
 * since, what it cost and what it is worth now. `open` tells whether their plan includes it.
 */
export const portfolio = signedIn.handler(async ({ context: { services, tx, person } }) => {
  const now = services.clock();
  if (!(await included(tx, person.id, now)).includes('portfolio')) return { open: false as const };
  const { rates, token_prices } = await currentSettings(tx);
  const own = companyPrices(token_prices, await inForceSince(tx, 'token_prices'));
  const how = { now, houseBuyRate: decimal(rates.buy), companyPrices: own, order: 'symbol' } as const;
  const prices = await listPrices(tx, how);
  const holdings = holdingsOf(await completedDeals(tx)).map((holding): ShownHolding => {
    const price = prices.find(({ symbol, stale }) => symbol === holding.symbol && !stale);
    return {
      ...holding,
      name: price?.name ?? holding.symbol,
      average: averageCost(holding),
      priceUsd: price?.priceUsd ?? null,
      worth: price ? worthOf(holding, price.priceUsd, rates.sell) : null,
    };
  });
  const held = holdings.filter((holding) => holding.held.base > 0n);
  const priced = held.flatMap(({ worth }) => (worth ? [worth.now] : []));
  return {
    open: true as const,
    holdings,
    demo: prices.some(({ demo }) => demo),
    cost: sum(held.map(({ cost }) => cost)),
    gained: sum(holdings.map(({ gained }) => gained)),
    /** Null while the price of one of them is not known: half a sum would read as a loss. */
    worth: priced.length === held.length ? sum(priced) : null,
  };
});
