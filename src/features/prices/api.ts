import { recordedReadings } from '../../../fakes/prices/recorded.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { decimal } from '../../kernel/decimal.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { getConnectionKey } from '../../platform/http/client-network.ts';
import { publicProcedure, type Services, staff } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { isWithinLimit } from '../../platform/limits/rate-limit.ts';
import { notifyTopics } from '../../platform/live/notify-batch.ts';
import { quotedSymbols } from '../assets/assets.ts';
import { findInForceSince, loadCurrentSettings } from '../settings/store.ts';
import { coinMarketCap } from './coinmarketcap-gateway.ts';
import { listCompanyPrices } from './current-price.ts';
import { isFresh } from './freshness.ts';
import { listPrices, priceHistory } from './list-prices.ts';
import { refusalCodes, refuse } from './messages.ts';
import { pricePermissions } from './permissions.ts';
import { type FailureReason, failureReasons, ProviderFailure, type Reading } from './provider.ts';
import { alertsJob, NoPrices, type PriceContext, refreshPrices } from './refresh-prices.ts';
import { AcceptJump, ListedPrice, ListPrices, PriceCurve, PriceHistory, ProviderTested, Refreshed } from './schema.ts';
import {
  claimRefresh,
  haveAllChecksFailedSince,
  insertPriceHistory,
  loadLastAttempt,
  loadPrice,
  loadPrices,
  type StoredPrice,
  savePrices,
} from './store.ts';

/** Shared by all visitors, to protect the quota of the provider (decision C3). */
const testLimit = { tries: 3, seconds: 60 };

const testTimeoutMs = 5_000;

/** Reports a missing response as a failed test, and an error response as an API issue [000 §8 Prices]. */
function refuseTest(reason: FailureReason): never {
  const reasonText = failureReasons[reason];
  const isUnanswered = reason === 'timeout' || reason === 'unreachable';
  return refuse(isUnanswered ? 'prices.test_failed' : 'prices.test_issue', { reason: reasonText });
}

async function queryCoinMarketCap({ clock, config, log }: PriceContext, key: string): Promise<Reading[]> {
  const { timeoutMs, urls } = config;
  const provider = coinMarketCap({ baseUrl: urls.coinmarketcap, key, clock, ...(timeoutMs && { timeoutMs }) });
  try {
    return await provider.fetch(quotedSymbols, AbortSignal.timeout(testTimeoutMs));
  } catch (error) {
    if (error instanceof ProviderFailure) return refuseTest(error.reason);
    log.warn({ err: error }, 'the price provider test failed');
    return refuse('prices.test_broken', {});
  }
}

function toTestResult(readings: readonly Reading[], demo: boolean): ProviderTested {
  const btc = readings.find((reading) => reading.symbol === 'BTC') ?? refuseTest('unreadable');
  return { success: true, count: readings.length, btcPrice: btc.priceUsd, demo };
}

/** Requests prices from CoinMarketCap without storing them [000 §2 Home, §7 Functions, decision C3]. */
async function testProvider(context: PriceContext): Promise<ProviderTested> {
  const { config, clock, db } = context;
  if (!(await isWithinLimit(db, 'prices.test', { ...testLimit, now: clock() }))) return refuseTest('throttled');
  const key = config.coinMarketCapKey;
  if (key) return toTestResult(await queryCoinMarketCap(context, key), false);
  return config.mode === 'demo' ? toTestResult(recordedReadings(clock()), true) : refuseTest('unconfigured');
}

const refreshIntervalMs = minutes(1);

const compareNewestFirst = (a: StoredPrice, b: StoredPrice) => b.lastUpdated.getTime() - a.lastUpdated.getTime();

function toRefreshResult(prices: readonly StoredPrice[]): Refreshed | null {
  const newestPrice = prices.toSorted(compareNewestFirst)[0];
  if (!newestPrice) return null;
  const updatedTogether = prices.filter((price) => price.lastUpdated.getTime() === newestPrice.lastUpdated.getTime());
  return {
    count: updatedTogether.length,
    refreshedAt: newestPrice.lastUpdated,
    demo: updatedTogether.some((price) => price.demo),
  };
}

async function loadLastResult({ db }: PriceContext): Promise<Refreshed> {
  const attemptedAt = await loadLastAttempt(db);
  const result = toRefreshResult(await loadPrices(db));
  const isFromLastAttempt = result && attemptedAt && result.refreshedAt >= attemptedAt;
  if (!isFromLastAttempt && attemptedAt && (await haveAllChecksFailedSince(db, attemptedAt))) {
    return refuse('prices.fetch_failed', {});
  }
  return result ?? refuse('prices.fetch_failed', {});
}

/** Refreshes at most once a minute for all users, else returns the last result [000 §7 Functions]. */
async function refreshNow(context: PriceContext): Promise<Refreshed> {
  const now = context.clock();
  if (!(await claimRefresh(context.db, now, after(now, -refreshIntervalMs)))) return loadLastResult(context);
  try {
    return await refreshPrices(context);
  } catch (error) {
    if (error instanceof NoPrices) return refuse('prices.fetch_failed', {});
    throw error;
  }
}

const listJumps = staff(pricePermissions.readJumps).handler(async function listJumps({ context: { tx, services } }) {
  const now = services.clock();
  return (await loadPrices(tx)).flatMap(({ symbol, priceUsd, jump }) =>
    jump && isFresh(jump.observedAt, now) ? [{ symbol, priceUsd, jump }] : [],
  );
});

/** Accepts a jump as the current price. Rejects a jump older than 20 minutes, because late payments use this price. */
const acceptJump = staff(pricePermissions.acceptJump)
  .errors(refusalCodes('prices.no_such_jump'))
  .input(AcceptJump)
  .handler(async function acceptJump({ context, input: { symbol, seen, reason } }) {
    const { tx, services } = context;
    const now = services.clock();
    const price = await loadPrice(tx, symbol, true);
    const isCurrent = price?.jump?.priceUsd === seen && isFresh(price.jump.observedAt, now);
    if (!price?.jump || !isCurrent) return refuse('prices.no_such_jump', {});
    const { jump, ...before } = price;
    await savePrices(tx, [{ ...before, ...jump, lastUpdated: now }]);
    await insertPriceHistory(tx, [{ symbol, at: now, priceUsd: seen, source: jump.source, demo: price.demo }]);
    await services.jobs.enqueue(tx, alertsJob, {});
    await audit(tx, {
      ...byStaff(context),
      action: 'prices.jump_accepted',
      subjectType: 'price',
      subjectId: symbol,
      before: { priceUsd: before.priceUsd, source: before.source },
      after: { priceUsd: seen, source: jump.source, reason },
    });
    publishTopic(tx, 'prices');
    publishTopic(tx, 'desk');
    return { symbol };
  });

export const createPriceContext = ({ pool, db, clock, config, log, jobs }: Services): PriceContext => ({
  db,
  clock,
  log,
  config: { ...config.prices, mode: config.mode },
  publishTopic: (topics) => void notifyTopics(pool, new Set(topics)),
  enqueue: (tx, job) => jobs.enqueue(tx, job, {}),
  guard: async () => (await loadCurrentSettings(db)).price_guard,
});

/** Lists the current prices. A command passes its transaction as `db`: it must not wait for a second connection. */
export async function publicPrices({ db, clock }: Pick<Services, 'db' | 'clock'>, order: 'symbol' | 'newest') {
  const { rates, token_prices } = await loadCurrentSettings(db);
  const now = clock();
  const since = await findInForceSince(db, 'token_prices');
  const companyPriceList = listCompanyPrices(token_prices, since);
  return listPrices(db, { now, buyRate: decimal(rates.buy), companyPrices: companyPriceList, order });
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
      return refreshNow(createPriceContext(services));
    }),
  test: publicProcedure
    .errors(refusalCodes('prices.test_failed', 'prices.test_issue', 'prices.test_broken'))
    .output(ProviderTested)
    .handler(function test({ context }) {
      return testProvider(createPriceContext(context.services));
    }),
};
