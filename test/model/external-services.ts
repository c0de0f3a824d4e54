import { startFakeProviders } from '../../fakes/prices/fake-provider.ts';
import { recordedReadings } from '../../fakes/prices/recorded.ts';
import { type Mode, startFakeProvider } from '../../fakes/screening/provider.ts';
import { after, hours, minutes } from '../../src/kernel/clock.ts';

export const screeners = ['clear', 'listed', 'failing', 'throttled', 'slow', 'garbage', 'wrong schema'] as const;
export type Screener = (typeof screeners)[number];

export async function openExternalServices() {
  const reported = { now: new Date(), usd: 100_000 };
  const screening = await startFakeProvider({ identifications: [] });
  const prices = await startFakeProviders(
    0,
    () => reported.now,
    (now) =>
      recordedReadings(now).map((first) =>
        first.symbol === 'BTC' ? { ...first, priceUsd: `${reported.usd}` } : first,
      ),
  );
  const listed = [
    { category: 'sanctions', name: 'SANCTIONS: Listed Person', description: 'Invented', url: 'https://x' },
  ];
  return {
    reported,
    prices,
    environment: {
      PRICE_PROVIDERS: 'coingecko,kraken',
      COINGECKO_URL: prices.urls.coingecko,
      KRAKEN_URL: prices.urls.kraken,
      CHAINALYSIS_KEY: 'key-one',
      CHAINALYSIS_URL: screening.url,
      SCREENING_TIMEOUT_MS: '100',
    },
    screenAs: (screener: Screener) => {
      screening.setAnswer({ identifications: screener === 'listed' ? listed : [] });
      screening.setMode(screener === 'clear' || screener === 'listed' ? 'ok' : (screener satisfies Mode));
    },
    countRequests: () => screening.requests.length,
    close: () => Promise.all([screening.stop(), prices.stop()]),
  };
}
export type ExternalServices = Awaited<ReturnType<typeof openExternalServices>>;

export type ReportedPrice = { readonly usd: number; readonly at: Date };

export type PriceState = { readonly accepted: ReportedPrice; readonly jump: ReportedPrice | null };

const near = (first: number, second: number, percent: number) => Math.abs(first - second) * 100 <= percent * second;

/** The test's price rules: two sources, near the last price, confirmed after ten minutes, or any price after a day. */
export function updatePriceState(
  { accepted, jump }: PriceState,
  reported: ReportedPrice,
  by: 'two' | 'one',
): PriceState {
  const isOld = accepted.at < after(reported.at, -hours(24));
  const isRepeated = jump !== null && near(reported.usd, jump.usd, 2);
  const isConfirmed = isRepeated && jump.at <= after(reported.at, -minutes(10));
  if (by === 'two' || isOld || near(reported.usd, accepted.usd, 10) || isConfirmed)
    return { accepted: reported, jump: null };
  return { accepted, jump: { usd: reported.usd, at: isRepeated ? jump.at : reported.at } };
}

export const isFresh = ({ at }: ReportedPrice, now: Date): boolean => at >= after(now, -minutes(20));
