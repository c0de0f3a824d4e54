import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { lastCardEvents, lastMail, lastPrices } from './system-store.ts';

/** A company or a program that we talk to. */
export type ProviderLine = {
  readonly name: string;
  readonly what: string;
  readonly isConfigured: boolean;
  /** When it last did its work for us; null where it never did, as far as we keep it. */
  readonly lastSuccess: Date | null;
  /** Whether anything is kept of that. */
  readonly isKept: boolean;
};

/** Sources of prices, as the settings name them and as people do. */
const priceNames: Readonly<Record<string, string>> = {
  coinmarketcap: 'CoinMarketCap',
  coingecko: 'CoinGecko',
  kraken: 'Kraken',
  coinbase: 'Coinbase',
};

type Known = { readonly last: Date | null | undefined };
const line = (name: string, what: string, { on, known }: { on: boolean; known?: Known }): ProviderLine => ({
  name,
  what,
  isConfigured: on,
  lastSuccess: known?.last ?? null,
  isKept: known !== undefined,
});

/** Everybody we talk to, whether the settings name them, and when they last did their work. */
export async function providersNow(tx: Db, config: Config): Promise<ProviderLine[]> {
  const [prices, cards] = [await lastPrices(tx), await lastCardEvents(tx)];
  const priceOf = (name: string) => prices.find((source) => source.name.toLowerCase() === name.toLowerCase())?.at;
  const cardOf = (name: string) => cards.find((event) => event.name === name)?.at;
  const { screening, files, cards: charging } = config;
  return [
    ...Object.entries(priceNames).map(([key, name]) =>
      line(name, 'Prices', { on: config.prices.providers.includes(key), known: { last: priceOf(name) } }),
    ),
    line('Mail server', 'Mails', { on: config.smtpUrl !== undefined, known: { last: await lastMail(tx) } }),
    line('Makers of browsers', 'Pushes', { on: config.pushKey !== undefined }),
    line('WiPay', 'Cards', { on: charging.wipay !== undefined, known: { last: cardOf('wipay') } }),
    line('Fygaro', 'Cards', { on: charging.fygaro !== undefined, known: { last: cardOf('fygaro') } }),
    line('Chainalysis', 'Screening', { on: screening.chainalysis !== undefined }),
    line('OpenSanctions', 'Screening', { on: screening.openSanctions !== undefined }),
    line('Bucket of files', 'Files', { on: files.s3 !== undefined }),
    line('ClamAV', 'Files', { on: files.clamd !== undefined }),
  ];
}
