import { formatMinorUnits, type Money } from '../kernel/money.ts';
import { groupThousands, minusSign } from './number-format.ts';

const currencySigns = { JMD: 'J$', USD: 'US$' };

type MoneyTextProps = {
  money: Money;
  /** `big` is for the main amount of a screen, `plain` for one of several amounts. */
  size?: 'normal' | 'big' | 'plain';
  /** `whole` drops zero cents. */
  cents?: 'always' | 'whole';
};

/** `J$180,000.00`, `−US$1.50` (decision C7). */
export function formatMoney({ currency, minor }: Money): string {
  const text = formatMinorUnits(minor < 0n ? -minor : minor);
  return `${minor < 0n ? minusSign : ''}${currencySigns[currency]}${groupThousands(text)}`;
}

/** An amount in a column that names the currency; drops zero cents. */
export const formatColumnMoney = (minor: bigint): string =>
  groupThousands(formatMinorUnits(minor)).replace(/\.00$/, '');

export function MoneyText({ money, size = 'normal', cents = 'always' }: MoneyTextProps) {
  const [whole = '', fraction = ''] = groupThousands(
    formatMinorUnits(money.minor < 0n ? -money.minor : money.minor),
  ).split('.');
  return (
    <span className={size === 'normal' ? 'money' : `money ${size}`}>
      {money.minor < 0n && minusSign}
      <i>{currencySigns[money.currency]}</i>
      {whole}
      {(cents === 'always' || fraction !== '00') && <s>.{fraction}</s>}
    </span>
  );
}
