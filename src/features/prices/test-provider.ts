import { recordedReadings } from '../../../fakes/prices/recorded.ts';
import { isWithinLimit } from '../../platform/limits/rate-limit.ts';
import { quotedSymbols } from '../assets/assets.ts';
import { coinMarketCap } from './coinmarketcap-gateway.ts';
import { refuse } from './messages.ts';
import { type FailureReason, failureReasons, ProviderFailure, type Reading } from './provider.ts';
import type { PriceContext } from './refresh-prices.ts';
import type { ProviderTested } from './schema.ts';

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
    log.warn({ err: error }, 'the price diagnostic broke');
    return refuse('prices.test_broken', {});
  }
}

function toTestResult(readings: readonly Reading[], demo: boolean): ProviderTested {
  const btc = readings.find((reading) => reading.symbol === 'BTC') ?? refuseTest('unreadable');
  return { success: true, count: readings.length, btcPrice: btc.priceUsd, demo };
}

/** Requests prices from CoinMarketCap without storing them [000 §2 Home, §7 Functions, decision C3]. */
export async function testProvider(context: PriceContext): Promise<ProviderTested> {
  const { config, clock, db } = context;
  if (!(await isWithinLimit(db, 'prices.test', { ...testLimit, now: clock() }))) return refuseTest('throttled');
  const key = config.coinMarketCapKey;
  if (key) return toTestResult(await queryCoinMarketCap(context, key), false);
  return config.mode === 'demo' ? toTestResult(recordedReadings(clock()), true) : refuseTest('unconfigured');
}
