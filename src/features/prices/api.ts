import { decimal } from '../../kernel/decimal.ts';
import { getConnectionKey } from '../../platform/http/client-network.ts';
import { publicProcedure, type Services } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { notifyTopics } from '../../platform/live/notify-batch.ts';
import { findInForceSince, loadCurrentSettings } from '../settings/store.ts';
import { acceptJump, listJumps } from './accept-jump.ts';
import { listCompanyPrices } from './company-price.ts';
import { listPrices } from './list-prices.ts';
import { refusalCodes } from './messages.ts';
import { priceHistory } from './price-history.ts';
import { refreshNow } from './refresh-now.ts';
import type { PriceContext } from './refresh-prices.ts';
import { ListedPrice, ListPrices, PriceCurve, PriceHistory, ProviderTested, Refreshed } from './schema.ts';
import { testProvider } from './test-provider.ts';

export const priceContext = ({ pool, db, clock, config, log }: Services): PriceContext => ({
  db,
  clock,
  log,
  config: { ...config.prices, mode: config.mode },
  publishTopic: (topics) => void notifyTopics(pool, new Set(topics)),
  guard: async () => (await loadCurrentSettings(db)).price_guard,
});

export async function publicPrices(services: Services, order: 'symbol' | 'newest') {
  const { rates, token_prices } = await loadCurrentSettings(services.db);
  const now = services.clock();
  const since = await findInForceSince(services.db, 'token_prices');
  const companyPriceList = listCompanyPrices(token_prices, since);
  return listPrices(services.db, { now, buyRate: decimal(rates.buy), companyPrices: companyPriceList, order });
}

export const pricesApi = {
  list: publicProcedure
    .input(ListPrices)
    .output(ListedPrice.array())
    .handler(function list({ context, input }) {
      return publicPrices(context.services, input.order);
    }),
  history: publicProcedure
    .input(PriceHistory)
    .output(PriceCurve)
    .handler(function history({ context: { services }, input }) {
      return priceHistory(services, input);
    }),
  jumps: listJumps,
  acceptJump,
  refresh: publicProcedure
    .errors(refusalCodes('prices.fetch_failed'))
    .output(Refreshed)
    .handler(function refresh({ context: { services, request } }) {
      checkRateLimit(services, 'refresh', getConnectionKey(request.ip));
      return refreshNow(priceContext(services));
    }),
  test: publicProcedure
    .errors(refusalCodes('prices.test_failed', 'prices.test_issue', 'prices.test_broken'))
    .output(ProviderTested)
    .handler(function test({ context }) {
      return testProvider(priceContext(context.services));
    }),
};
