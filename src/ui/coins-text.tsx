import { type Coins, coinsText } from '../kernel/coins.ts';
import { grouped, minus } from './figures.ts';

/** An amount of coins as plain text with all its places: `0.01037139 BTC`. `trim` leaves out closing zeros. */
export function coinsWords(coins: Coins, trim = false): string {
  const size = { ...coins, base: coins.base < 0n ? -coins.base : coins.base };
  const text = grouped(coinsText(size));
  const shown = trim && text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return `${coins.base < 0n ? minus : ''}${shown}`;
}

/** An amount of coins and its quiet symbol; never rounded. */
export const CoinsText = ({
  coins,
  trim = false,
  plain = false,
}: {
  coins: Coins;
  trim?: boolean;
  plain?: boolean;
}) => (
  <span className={plain ? 'money plain' : 'money'}>
    {coinsWords(coins, trim)} <i className="after">{coins.symbol}</i>
  </span>
);
