import { baseUnits, type Coins } from '../../kernel/coins.ts';
import { decimal, divide, pow10 } from '../../kernel/decimal.ts';
import type { Money } from '../../kernel/money.ts';
import { checkAddress } from '../coins/addresses.ts';
import { assets } from '../coins/assets.ts';
import type { Settings } from '../settings/schema.ts';

/**
 * Paying in Mahoni [001 §9 Subscriptions]: the price in J$ ÷ the house rate ÷ the token's price in US$, in exact
 * decimals, rounded up to the six places of the token. J$5,000 are 420,168.067227 MHI. It is settled once, when the
 * payment is begun, and each payment has an amount of its own (`ownAmount`): by it, and by nothing that anybody says, a
 * transfer is known.
 */
export type MahoniDue = {
  readonly amount: Coins;
  /** Our wallet on Solana, as it was shown. */
  readonly address: string;
  /** US$ for one token, and J$ for one US$, as they were then. */
  readonly priceUsd: string;
  readonly rate: string;
};

/** The network over which it comes, and the coin. */
export const mahoniRail = 'solana';
const { symbol, decimals } = assets.MHI;

/** Reads what a numeric column holds of it. */
export const readMahoni = (text: string): Coins => ({ symbol, base: baseUnits(text, decimals), decimals });

type Terms = Pick<MahoniDue, 'priceUsd' | 'rate'>;

/** What an amount of J$ is in Mahoni, rounded up: never less than the price. */
export function mahoniFor({ minor }: Money, terms: Terms): Coins {
  const [rate, price] = [decimal(terms.rate), decimal(terms.priceUsd)];
  const numerator = minor * pow10(decimals + rate.scale + price.scale);
  return { symbol, base: divide(numerator, 100n * rate.units * price.units, 'up'), decimals };
}

type Ours = Pick<Settings, 'company_wallets' | 'token_prices' | 'rates' | 'asset_switches'>;

/** Whether Mahoni can be sent to us: we have a wallet for it, and taking it in is not paused. */
export const takesMahoni = ({ company_wallets, asset_switches }: Ours): boolean =>
  checkAddress(mahoniRail, company_wallets.solana.address).ok &&
  !asset_switches.paused.some(
    ({ side, symbol: paused, network }) =>
      side === 'sell' && paused === symbol && (network === null || network === mahoniRail),
  );

/** What is due for a price, by the settings of this moment. */
export function mahoniDue(price: Money, { company_wallets, token_prices, rates }: Ours): MahoniDue {
  const terms = { priceUsd: token_prices.MHI, rate: rates.buy };
  return { ...terms, amount: mahoniFor(price, terms), address: company_wallets.solana.address };
}
