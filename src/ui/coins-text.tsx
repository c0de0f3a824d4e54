import { type CryptoAmount, formatBaseUnits } from '../kernel/coins.ts';
import { groupThousands, minusSign } from './number-format.ts';

/** Formats an amount without its symbol: `0.01037139`. `trim` drops trailing zeros. */
export function formatCoins(coins: CryptoAmount, trim = false): string {
  const absolute = { ...coins, base: coins.base < 0n ? -coins.base : coins.base };
  const text = groupThousands(formatBaseUnits(absolute));
  const trimmed = trim && text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return `${coins.base < 0n ? minusSign : ''}${trimmed}`;
}

export const CoinsText = ({
  coins,
  trim = false,
  plain = false,
}: {
  coins: CryptoAmount;
  trim?: boolean;
  plain?: boolean;
}) => (
  <span className={plain ? 'money plain' : 'money'}>
    {formatCoins(coins, trim)} <i className="after">{coins.symbol}</i>
  </span>
);
