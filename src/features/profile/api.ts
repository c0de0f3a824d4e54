import { type CryptoAmount, formatBaseUnits } from '../../kernel/coins.ts';
import { type Decimal, decimal, divide, multiply, pow10, rescale } from '../../kernel/decimal.ts';
import { add, jmd, type Money, subtract } from '../../kernel/money.ts';
import { authed } from '../../platform/http/procedure.ts';
import { listCompanyPrices } from '../prices/current-price.ts';
import { listPrices } from '../prices/list-prices.ts';
import { findInForceSince, loadCurrentSettings } from '../settings/store.ts';
import { findIncludedFeatures, newestSubscription } from '../subscriptions/store.ts';
import { findCompletedDeals } from '../trading/order/deals-store.ts';
import { computeHoldings, type Holding } from '../trading/order/holdings.ts';
import { loadAccount } from './store.ts';
import { profile, updateProfile } from './update-profile.ts';

const overview = authed.handler(async function overview({ context: { tx, person } }) {
  const { verified, firstName, displayName } = await loadAccount(tx);
  return { email: person.email, verified, firstName, displayName, roles: [...person.roles] };
});

/** The newest plan, with the server's clock: a wrong device clock must not skew the countdown. */
const subscription = authed.handler(async function subscription({ context: { services, tx } }) {
  const now = services.clock();
  return { subscription: await newestSubscription(tx, now), now };
});

type Worth = {
  readonly now: Money;
  readonly change: Money;
};

const toJmd = (coins: CryptoAmount, price: Decimal, rate: Decimal): Money =>
  jmd(rescale(multiply(multiply(decimal(formatBaseUnits(coins)), price), rate), 2, 'down').units);

export function getWorth({ held, cost }: Holding, priceUsd: string, sellRate: string): Worth {
  const now = toJmd(held, decimal(priceUsd), decimal(sellRate));
  return { now, change: subtract(now, cost) };
}

export function getAverageCost({ held, cost }: Pick<Holding, 'held' | 'cost'>): Money | null {
  return held.base === 0n ? null : jmd(divide(cost.minor * pow10(held.decimals), held.base, 'half-up'));
}

const zero = jmd(0n);
const sum = (amounts: readonly Money[]): Money => amounts.reduce(add, zero);

type ShownHolding = Holding & {
  readonly name: string;
  readonly average: Money | null;
  readonly worth: Worth | null;
  readonly priceUsd: string | null;
};

/** The plan feature 'Portfolio tracking' [001 §9 Subscriptions]: coins bought and not sold back, cost and value. */
const portfolio = authed.handler(async function portfolio({ context: { services, tx, person } }) {
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

export const accountPagesApi = { overview, subscription, portfolio, profile, updateProfile };
