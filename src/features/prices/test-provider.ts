import { recordedReadings } from '../../../fakes/prices/recorded.ts';
import { withinLimit } from '../../platform/rate-limit.ts';
import { coinMarketCap } from './coinmarketcap-gateway.ts';
import { refuse } from './messages.ts';
import { type FailureReason, failureReasons, ProviderFailure, type Reading } from './provider.ts';
import type { PriceContext } from './refresh-prices.ts';
import type { ProviderTested } from './schema.ts';
import { quotedSymbols } from './symbols.ts';

/** However many visitors press the button, this many tests are made, so that no quota is burnt (decision C3). */
const allowed = { tries: 3, seconds: 60 };

/** A test never takes longer than this. */
const longestTestMs = 5_000;

/** No answer at all is a failed test; an answer that is not prices is an issue with the provider [000 §8 Prices]. */
function refuseFor(reason: FailureReason): never {
  const word = failureReasons[reason];
  const silent = reason === 'timeout' || reason === 'unreachable';
  return refuse(silent ? 'prices.test_failed' : 'prices.test_issue', { reason: word });
}

async function ask({ clock, config, log }: PriceContext, key: string): Promise<Reading[]> {
  const { timeoutMs, urls } = config;
  const provider = coinMarketCap({ baseUrl: urls.coinmarketcap, key, clock, ...(timeoutMs && { timeoutMs }) });
  try {
    return await provider.fetch(quotedSymbols, AbortSignal.timeout(longestTestMs));
  } catch (error) {
    if (error instanceof ProviderFailure) return refuseFor(error.reason);
    log.warn({ err: error }, 'the price diagnostic broke');
    return refuse('prices.test_broken', {});
  }
}

function success(readings: readonly Reading[], demo: boolean): ProviderTested {
  const btc = readings.find((reading) => reading.symbol === 'BTC') ?? refuseFor('unreadable');
  return { success: true, count: readings.length, btcPrice: btc.priceUsd, demo };
}

/**
 * The diagnostic behind 'Test Crypto Prices', test-cmc [000 §2 Home, §7 Functions, decision C3]: asks CoinMarketCap and
 * tells only the number of coins and the price of BTC in US dollars, stores nothing. The demo without a key tests the
 * recorded set and says so. Refuses with the three `prices.test_*` codes.
 */
export async function testProvider(context: PriceContext): Promise<ProviderTested> {
  const { config, clock, db } = context;
  if (!(await withinLimit(db, 'prices.test', { ...allowed, now: clock() }))) return refuseFor('throttled');
  const key = config.coinMarketCapKey;
  if (key) return success(await ask(context, key), false);
  return config.mode === 'demo' ? success(recordedReadings(clock()), true) : refuseFor('unconfigured');
}
