import { priceText } from '../../../ui/price-format.ts';

type PriceTextProps = {
  mark: 'J$' | 'US$';
  /** Plain decimal text. */
  price: string;
  size?: 'normal' | 'plain' | 'big';
};

/**
 * A price with as many places as its size asks for [000 §5 Price display]: mark and places after the point stand back.
 */
export function PriceText({ mark, price, size = 'normal' }: PriceTextProps) {
  const [whole, places] = priceText(price).split('.');
  return (
    <span className={size === 'normal' ? 'money' : `money ${size}`}>
      <i>{mark}</i>
      {whole}
      <s>.{places}</s>
    </span>
  );
}
