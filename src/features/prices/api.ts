import { decimal } from '../../kernel/decimal.ts';
import { connectionOf } from '../../platform/connection.ts';
import { keepPace } from '../../platform/pace.ts';
import { open, type Services } from '../../platform/procedure.ts';
import { spread } from '../../platform/spread.ts';
import { currentSettings, inForceSince } from '../settings/store.ts';
import { acceptJump, listJumps } from './accept-jump.ts';
import { companyPrices } from './company-price.ts';
import { listPrices } from './list-prices.ts';
import { mayRefuse } from './messages.ts';
import { priceHistory } from './price-history.ts';
import { refreshNow } from './refresh-now.ts';
import type { PriceContext } from './refresh-prices.ts';
import { ListedPrice, ListPrices, PriceCurve, PriceHistory, ProviderTested, Refreshed } from './schema.ts';
import { testProvider } from './test-provider.ts';

/** What this feature's commands need of the running product. */
export const priceContext = ({ pool, db, clock, config, log }: Services): PriceContext => ({
  db,
  clock,
  log,
  config: { ...config.prices, mode: config.mode },
  announce: (topics) => void spread(pool, new Set(topics)),
  guard: async () => (await currentSettings(db)).price_guard,
});

/** The list as everybody sees it: provider prices and the company's own, in US$ and at our buy rate in J$. */
export async function publicPrices(services: Services, order: 'symbol' | 'newest') {
  const { rates, token_prices } = await currentSettings(services.db);
  const now = services.clock();
  const since = await inForceSince(services.db, 'token_prices');
  const own = companyPrices(token_prices, since);
  return listPrices(services.db, { now, houseBuyRate: decimal(rates.buy), companyPrices: own, order });
}

export const pricesApi = {
  list: open
    .input(ListPrices)
    .output(ListedPrice.array())
    .handler(({ context, input }) => publicPrices(context.services, input.order)),
  history: open
    .input(PriceHistory)
    .output(PriceCurve)
    .handler(({ context: { services }, input }) => priceHistory(services, input)),
  jumps: listJumps,
  acceptJump,
  refresh: open
    .errors(mayRefuse('prices.fetch_failed'))
    .output(Refreshed)
    .handler(({ context: { services, request } }) => {
      keepPace(services, 'refresh', connectionOf(request.ip));
      return refreshNow(priceContext(services));
    }),
  test: open
    .errors(mayRefuse('prices.test_failed', 'prices.test_issue', 'prices.test_broken'))
    .output(ProviderTested)
    .handler(({ context }) => testProvider(priceContext(context.services))),
};
