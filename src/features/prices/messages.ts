import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/** Refusals [000 §8 Prices]. `reason` is one of `failureReasons`, which reveal no key or response (decision C3). */
export const pricesMessages = {
  'prices.fetch_failed': { status: 503, text: 'Failed to fetch crypto prices' },
  'prices.no_such_jump': {
    status: 409,
    text: "This price doesn't need a review any more. We've loaded the latest version.",
  },
  'prices.test_failed': { status: 503, text: 'CMC test failed: {reason}' },
  'prices.test_issue': { status: 503, text: 'CMC API issue: {reason}' },
  'prices.test_broken': { status: 500, text: 'Failed to test crypto function' },
} as const;

/** Success toasts [000 §8 Success toasts]. `btcPrice` includes the currency, such as `US$118,412.57`. */
export const pricesToasts = {
  updated: {
    title: 'Prices Updated',
    text: 'Fetched latest prices for {count} {count:cryptocurrency|cryptocurrencies}',
  },
  tested: { title: 'Success!', text: 'Fetched {count} {count:coin|coins}. BTC price: {btcPrice}' },
} as const;

/** [000 §2 Price panel, decision B11] */
export const pricesLabels = {
  demo: 'Demo prices',
  setByCompany: 'set by the company',
  empty: 'No crypto price data available.',
  fetchLatest: 'Fetch Latest Prices',
} as const;

export const { refuse, refusalCodes } = defineErrors(pricesMessages, platformMessages);
