import { type Money, moneyText } from '../kernel/money.ts';
import { grouped, minus } from './figures.ts';

const marks = { JMD: 'J$', USD: 'US$' };

type MoneyTextProps = {
  money: Money;
  /** `big`: the figure a screen is about. `plain`: one line among others; the sum stays strong. */
  size?: 'normal' | 'big' | 'plain';
  /** `whole` leaves out cents that are zero. Cents that are not zero always stand. */
  cents?: 'always' | 'whole';
};

/** An amount as plain text, J$ and US$ told apart (decision C7): `J$180,000.00`, `−US$1.50`. */
export function moneyWords({ currency, minor }: Money): string {
  const text = moneyText(minor < 0n ? -minor : minor);
  return `${minor < 0n ? minus : ''}${marks[currency]}${grouped(text)}`;
}

/** An amount of money: the mark is quiet and tells J$ from US$, the whole dollars speak, the cents follow. */
export function MoneyText({ money, size = 'normal', cents = 'always' }: MoneyTextProps) {
  const [whole = '', fraction = ''] = grouped(moneyText(money.minor < 0n ? -money.minor : money.minor)).split('.');
  return (
    <span className={size === 'normal' ? 'money' : `money ${size}`}>
      {money.minor < 0n && minus}
      <i>{marks[money.currency]}</i>
      {whole}
      {(cents === 'always' || fraction !== '00') && <s>.{fraction}</s>}
    </span>
  );
}
