import { decimal } from '../../kernel/decimal.ts';
import { add, jmd, type Money } from '../../kernel/money.ts';
import { authed } from '../../platform/http/procedure.ts';
import { listCompanyPrices } from '../prices/company-price.ts';
import { listPrices } from '../prices/list-prices.ts';
import { findInForceSince, loadCurrentSettings } from '../settings/store.ts';
import { findIncludedFeatures } from '../subscriptions/store.ts';
import { findCompletedDeals } from '../trading/order/deals-store.ts';
import { computeHoldings, type Holding } from '../trading/order/holdings.ts';
import { getAverageCost, getWorth, type Worth } from './holding-value.ts';

const zero = jmd(0n);
const sum = (amounts: readonly Money[]): Money => amounts.reduce(add, zero);

export type ShownHolding = Holding & {
  readonly name: string;
  readonly average: Money | null;
  readonly worth: Worth | null;
  readonly priceUsd: string | null;
};

/** The plan feature 'Portfolio tracking' [001 §9 Subscriptions]: coins bought and not sold back, cost and value. */
export const portfolio = authed.handler(async function portfolio({ context: { services, tx, person } }) {
  const now = services.clock();
  if (!(await findIncludedFeatures(tx, person.id, now)).includes('portfolio')) return { open: false as const };
  const { rates, token_prices } = await loadCurrentSettings(tx);
  const companyPriceList = listCompanyPrices(token_prices, await findInForceSince(tx, 'token_prices'));
  const listOptions = { now, buyRate: decimal(rates.buy), companyPrices: companyPriceList, order: 'symbol' } as const;
  const prices = await listPrices(tx, listOptions);
  const holdings = computeHoldings(await findCompletedDeals(tx)).map((holding): ShownHolding => {
    const price = prices.find(({ symbol, stale }) => symbol === holding.symbol && !stale);
    return {
      ...holding,
      name: price?.name ?? holding.symbol,
      average: getAverageCost(holding),
      priceUsd: price?.priceUsd ?? null,
      worth: price ? getWorth(holding, price.priceUsd, rates.sell) : null,
    };
  });
  const held = holdings.filter((holding) => holding.held.base > 0n);
  const values = held.flatMap(({ worth }) => (worth ? [worth.now] : []));
  return {
    open: true as const,
    holdings,
    demo: prices.some(({ demo }) => demo),
    cost: sum(held.map(({ cost }) => cost)),
    gained: sum(holdings.map(({ gained }) => gained)),
    /** Null while any price is unknown: a partial sum would look like a loss. */
    worth: values.length === held.length ? sum(values) : null,
  };
});
