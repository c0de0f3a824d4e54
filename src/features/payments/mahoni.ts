import { type CryptoAmount, parseBaseUnits } from '../../kernel/coins.ts';
import { decimal, divide, pow10 } from '../../kernel/decimal.ts';
import type { Money } from '../../kernel/money.ts';
import { checkAddress } from '../assets/addresses.ts';
import { assets } from '../assets/assets.ts';
import { isDemoWallet } from '../settings/demo-settings.ts';
import { isPaused } from '../settings/pauses.ts';
import type { Settings } from '../settings/schema.ts';

/** `amount`: J$ price ÷ `rate` ÷ `priceUsd`, rounded up to 6 places [001 §9 Subscriptions]. */
export type MahoniDue = {
  readonly amount: CryptoAmount;
  readonly address: string;
  /** `priceUsd`: US$ per token. `rate`: J$ per US$. */
  readonly priceUsd: string;
  readonly rate: string;
};

export const mahoniRail = 'solana';
const { symbol, decimals } = assets.MHI;

export const parseMahoni = (text: string): CryptoAmount => ({ symbol, base: parseBaseUnits(text, decimals), decimals });

type Terms = Pick<MahoniDue, 'priceUsd' | 'rate'>;

export function convertToMahoni({ minor }: Money, terms: Terms): CryptoAmount {
  const [rate, price] = [decimal(terms.rate), decimal(terms.priceUsd)];
  const numerator = minor * pow10(decimals + rate.scale + price.scale);
  return { symbol, base: divide(numerator, 100n * rate.units * price.units, 'up'), decimals };
}

type MahoniSettings = Pick<Settings, 'company_wallets' | 'token_prices' | 'rates' | 'asset_switches'>;

export const isMahoniAccepted = (settings: MahoniSettings): boolean =>
  (checkAddress(mahoniRail, settings.company_wallets.solana.address).ok ||
    isDemoWallet(mahoniRail, settings.company_wallets.solana.address)) &&
  !isPaused(settings, { side: 'sell', symbol, network: mahoniRail });

export function quoteMahoni(price: Money, { company_wallets, token_prices, rates }: MahoniSettings): MahoniDue {
  const terms = { priceUsd: token_prices.MHI, rate: rates.buy };
  return { ...terms, amount: convertToMahoni(price, terms), address: company_wallets.solana.address };
}
