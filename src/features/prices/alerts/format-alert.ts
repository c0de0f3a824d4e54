import { formatChange, formatPrice } from '../../../ui/price-format.ts';
import type { PriceAlert } from './store.ts';

type Unit = Pick<PriceAlert, 'currency'>;

const formatIn = ({ currency }: Unit, text: string): string =>
  `${currency === 'USD' ? 'US$' : 'J$'}${formatPrice(text)}`;

/** A price such as `US$100,000.00`, or a percentage such as `5%`. */
export const formatTarget = ({ currency, target }: Pick<PriceAlert, 'currency' | 'target'>): string =>
  currency === null ? `${target}%` : formatIn({ currency }, target);

/** A price, or a change such as `+5.2%`. */
export const formatValue = ({ currency }: Unit, value: string): string =>
  currency === null ? (formatChange(value)?.text ?? '0%') : formatIn({ currency }, value);
