import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/**
 * With what this feature refuses, such as 'Failed to fetch crypto prices' [000 §8 Prices]. The reason words come from
 * `failureReasons` and reveal nothing (decision C3).
 */
export const pricesMessages = {
  'prices.fetch_failed': { status: 503, text: 'Failed to fetch crypto prices' },
  'prices.no_such_jump': { status: 409, text: 'This price does not wait any more. You see the newest state now.' },
  'prices.test_failed': { status: 503, text: 'CMC test failed: {reason}' },
  'prices.test_issue': { status: 503, text: 'CMC API issue: {reason}' },
  'prices.test_broken': { status: 500, text: 'Failed to test crypto function' },
} as const;

/**
 * What this feature says when an act succeeded [000 §8 Success toasts]. `btcPrice` comes with its currency:
 * `US$118,412.57`.
 */
export const pricesToasts = {
  updated: { title: 'Prices Updated', text: 'Fetched latest prices for {count} cryptocurrencies' },
  tested: { title: 'Success!', text: 'Fetched {count} coins. BTC price: {btcPrice}' },
} as const;

/**
 * What stands beside a price, and in the place of prices: 'No crypto price data available.' [000 §2 Price panel], 'set
 * by the company' (decision B11).
 */
export const pricesLabels = {
  demo: 'Demo prices',
  setByCompany: 'set by the company',
  empty: 'No crypto price data available.',
  fetchLatest: 'Fetch Latest Prices',
} as const;

export const { refuse, mayRefuse } = catalogue(pricesMessages, platformMessages);
