import { assetSymbols, assets, coinName } from '../assets/assets.ts';
import { allRoutes, networkIds, networks } from '../assets/networks.ts';
import { isPaused } from '../settings/pauses.ts';
import type { Settings } from '../settings/schema.ts';
import type { Level } from './schema.ts';

/** From best to worst. `partly`: paused for some coins, networks or directions. */
export const states = ['working', 'slow', 'partly', 'paused'] as const;
export type State = (typeof states)[number];

export type Status = { readonly state: State; readonly texts: readonly string[] };

const working: Status = { state: 'working', texts: [] };

export const getWorstState = (found: readonly State[]): State =>
  states.findLast((state) => found.includes(state)) ?? 'working';

const merge = (...parts: readonly Status[]): Status => ({
  state: getWorstState(parts.map(({ state }) => state)),
  texts: parts.flatMap(({ texts }) => texts),
});

type Route = (typeof allRoutes)[number];
type PauseSettings = Pick<Settings, 'asset_switches' | 'company_wallets' | 'token_prices'>;

const sides = [
  { side: 'buy', name: 'Buying' },
  { side: 'sell', name: 'Selling' },
] as const;

/** Assesses the routes of a component. `label` names one: the network for a coin, or the coin for a network. */
function assessRoutes(routes: readonly Route[], settings: PauseSettings, label: (route: Route) => string): Status {
  const bySide = sides.map(({ side, name }) => {
    const paused = routes.filter((route) => isPaused(settings, { side, ...route }));
    return { name, paused, isAllPaused: paused.length === routes.length };
  });
  if (bySide.every(({ paused }) => paused.length === 0)) return working;
  if (bySide.every(({ isAllPaused }) => isAllPaused))
    return { state: 'paused', texts: ['Buying and selling are paused.'] };
  const limited = bySide.flatMap(({ name, paused, isAllPaused }) =>
    paused.length === 0 ? [] : [{ name, rest: isAllPaused ? '' : ` for ${paused.map(label).join(', ')}` }],
  );
  const [first, second] = limited;
  if (first && first.rest === second?.rest)
    return { state: 'partly', texts: [`Buying and selling are paused${first.rest}.`] };
  const texts = limited.map(({ name, rest }) => `${name} is paused${rest}.`);
  return { state: 'partly', texts };
}

type PriceState = { readonly symbol: string; readonly stale: boolean };

const stalePrice: Status = {
  state: 'paused',
  texts: ['Our price is out of date. Orders continue with the next price.'],
};

/** Facts that the system knows, without personal data. */
export type Facts = {
  readonly settings: PauseSettings;
  readonly prices: readonly PriceState[];
  readonly cards: { readonly order: boolean; readonly other: boolean };
  readonly areListsFresh: boolean;
  readonly isMailOnTime: boolean;
};

const isTraded = ({ token_prices }: PauseSettings, symbol: string): boolean =>
  !(symbol in token_prices) || token_prices[symbol as keyof typeof token_prices] !== null;

function assessCards({ order, other }: Facts['cards']): Status {
  if (!order && !other) return { state: 'paused', texts: ["We don't take cards at the moment."] };
  if (!order) return { state: 'partly', texts: ["You can't pay for crypto by card at the moment."] };
  return other ? working : { state: 'partly', texts: ['Cards only work for crypto at the moment.'] };
}

/** State of every component that the system knows. Coins that are not traded are missing. */
export function assessSystem({ settings, prices, cards, areListsFresh, isMailOnTime }: Facts): Map<string, Status> {
  const known = new Map<string, Status>([
    ['site', working],
    ['bank', working],
    ['card', assessCards(cards)],
    ['checks', areListsFresh ? working : { state: 'slow', texts: ['New orders take longer to check than usual.'] }],
    ['mail', isMailOnTime ? working : { state: 'slow', texts: ['Emails and notices are delayed.'] }],
  ]);
  const traded = assetSymbols.filter((symbol) => isTraded(settings, symbol));
  const hasPrice = (symbol: string) => prices.some((price) => price.symbol === symbol && !price.stale);
  const unpriced = traded.filter((symbol) => assets[symbol].priceFrom === 'market' && !hasPrice(symbol));
  const lateText = `Out of date: ${unpriced.map(coinName).join(', ')}.`;
  known.set('prices', unpriced.length === 0 ? working : { state: 'slow', texts: [lateText] });
  const routes = allRoutes.filter(({ symbol }) => traded.includes(symbol));
  for (const symbol of traded) {
    const own = routes.filter((route) => route.symbol === symbol);
    const paused = assessRoutes(own, settings, ({ network }) => networks[network].name);
    known.set(`coin-${symbol}`, unpriced.includes(symbol) ? merge(paused, stalePrice) : paused);
  }
  for (const network of networkIds) {
    const own = routes.filter((route) => route.network === network);
    if (own.length > 0)
      known.set(
        `network-${network}`,
        assessRoutes(own, settings, ({ symbol }) => symbol),
      );
  }
  return known;
}

const stateOfLevel: Readonly<Record<Level, State>> = {
  info: 'working',
  slow: 'slow',
  paused: 'paused',
  fixed: 'working',
};

type Active = { readonly component: string; readonly level: Level; readonly text: string };

/** Adds the active announcements of staff. Their texts come first, and the worse state wins. */
export const addAnnouncements = (known: ReadonlyMap<string, Status>, active: readonly Active[]): Map<string, Status> =>
  new Map(
    [...known].map(([id, status]) => {
      const own = active.filter(({ component }) => component === id);
      return [id, merge(...own.map(({ level, text }) => ({ state: stateOfLevel[level], texts: [text] })), status)];
    }),
  );
