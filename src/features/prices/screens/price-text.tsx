import { formatPrice } from '../../../ui/price-format.ts';

type PriceTextProps = {
  mark: 'J$' | 'US$';
  price: string;
  size?: 'normal' | 'plain' | 'big';
};

/** Formats a price. The number of decimals depends on the amount [000 §5 Price display]. */
export function PriceText({ mark, price, size = 'normal' }: PriceTextProps) {
  const [whole, places] = formatPrice(price).split('.');
  return (
    <span className={size === 'normal' ? 'money' : `money ${size}`}>
      <i>{mark}</i>
      {whole}
      <s>.{places}</s>
    </span>
  );
}
