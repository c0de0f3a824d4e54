import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import { findLastCardEvents, findLastMail, findLastPrices } from './system-store.ts';

export type ProviderStatus = {
  readonly name: string;
  readonly purpose: string;
  readonly isConfigured: boolean;
  readonly lastSuccess: Date | null;
  readonly isTracked: boolean;
};

const priceNames: Readonly<Record<string, string>> = {
  coinmarketcap: 'CoinMarketCap',
  coingecko: 'CoinGecko',
  kraken: 'Kraken',
  coinbase: 'Coinbase',
};

type LastKnown = { readonly last: Date | null | undefined };
const toProvider = (
  name: string,
  purpose: string,
  { on, known }: { on: boolean; known?: LastKnown },
): ProviderStatus => ({
  name,
  purpose,
  isConfigured: on,
  lastSuccess: known?.last ?? null,
  isTracked: known !== undefined,
});

export async function listProviders(tx: Db, config: Config): Promise<ProviderStatus[]> {
  const [prices, cards] = [await findLastPrices(tx), await findLastCardEvents(tx)];
  const findPriceTime = (name: string) => prices.find((source) => source.name.toLowerCase() === name.toLowerCase())?.at;
  const findCardTime = (name: string) => cards.find((event) => event.name === name)?.at;
  const { screening, files, cards: cardConfig } = config;
  return [
    ...Object.entries(priceNames).map(([key, name]) =>
      toProvider(name, 'Prices', { on: config.prices.providers.includes(key), known: { last: findPriceTime(name) } }),
    ),
    // Without a mail server, mails go to the demo mailbox.
    toProvider('Mail server', 'Mails', {
      on: config.smtpUrl !== undefined,
      known: { last: config.smtpUrl ? await findLastMail(tx) : null },
    }),
    toProvider('Browser push services', 'Push messages', { on: config.pushKey !== undefined }),
    toProvider('WiPay', 'Cards', { on: cardConfig.wipay !== undefined, known: { last: findCardTime('wipay') } }),
    toProvider('Fygaro', 'Cards', { on: cardConfig.fygaro !== undefined, known: { last: findCardTime('fygaro') } }),
    toProvider('Chainalysis', 'Screening', { on: screening.chainalysis !== undefined }),
    toProvider('OpenSanctions', 'Screening', { on: screening.openSanctions !== undefined }),
    toProvider('File storage (S3)', 'Files', { on: files.s3 !== undefined }),
    toProvider('ClamAV', 'Files', { on: files.clamd !== undefined }),
  ];
}
