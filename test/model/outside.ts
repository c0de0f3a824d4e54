import { startFakeProviders } from '../../fakes/prices/fake-provider.ts';
import { recordedReadings } from '../../fakes/prices/recorded.ts';
import { type Mood, startFakeProvider } from '../../fakes/screening/provider.ts';
import { after, hours, minutes } from '../../src/kernel/clock.ts';

/** What the company that screens wallets does: it knows nothing, knows the wallet as listed, or is no help. */
export const screeners = ['clear', 'listed', 'failing', 'throttled', 'slow', 'garbage', 'another shape'] as const;
export type Screener = (typeof screeners)[number];

/** Other companies, as stand-ins that do as they are told. Prices come from two of them. */
export async function openOutside() {
  const told = { now: new Date(), usd: 100_000 };
  const screening = await startFakeProvider({ identifications: [] });
  const prices = await startFakeProviders(
    0,
    () => told.now,
    (now) => recordedReadings(now).map((one) => (one.symbol === 'BTC' ? { ...one, priceUsd: `${told.usd}` } : one)),
  );
  const listed = [{ category: 'sanctions', name: 'SANCTIONS: Somebody', description: 'Invented', url: 'https://x' }];
  return {
    told,
    prices,
    environment: {
      PRICE_PROVIDERS: 'coingecko,kraken',
      COINGECKO_URL: prices.urls.coingecko,
      KRAKEN_URL: prices.urls.kraken,
      CHAINALYSIS_KEY: 'key-one',
      CHAINALYSIS_URL: screening.url,
      SCREENING_TIMEOUT_MS: '100',
    },
    screenAs: (how: Screener) => {
      screening.setAnswer({ identifications: how === 'listed' ? listed : [] });
      screening.setMood(how === 'clear' || how === 'listed' ? 'ok' : (how satisfies Mood));
    },
    /** How often the company was asked about a wallet. */
    asked: () => screening.asked.length,
    close: () => Promise.all([screening.stop(), prices.stop()]),
  };
}
export type Outside = Awaited<ReturnType<typeof openOutside>>;

/** A price, and when it was observed. */
export type ToldPrice = { readonly usd: number; readonly at: Date };

/** The price to trade at by our own reckoning, and what one source alone told that is not believed yet. */
export type Believed = { readonly standing: ToldPrice; readonly jump: ToldPrice | null };

const near = (one: number, other: number, percent: number) => Math.abs(one - other) * 100 <= percent * other;

/**
 * What is to be believed once a price was told: two sources at once, one that stays near or says the same again ten
 * minutes later, and anybody where the last price is older than a day.
 */
export function believe({ standing, jump }: Believed, told: ToldPrice, by: 'two' | 'one'): Believed {
  const old = standing.at < after(told.at, -hours(24));
  const again = jump !== null && near(told.usd, jump.usd, 2);
  const confirmed = again && jump.at <= after(told.at, -minutes(10));
  if (by === 'two' || old || near(told.usd, standing.usd, 10) || confirmed) return { standing: told, jump: null };
  return { standing, jump: { usd: told.usd, at: again ? jump.at : told.at } };
}

/** Whether a price may be traded at: at most 20 minutes old. */
export const isOfNow = ({ at }: ToldPrice, now: Date): boolean => at >= after(now, -minutes(20));
