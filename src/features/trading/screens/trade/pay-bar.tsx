import { Button } from '../../../../ui/button.tsx';
import { formatMoney } from '../../../../ui/money-text.tsx';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { FigurePlaceholder } from '../../../../ui/price-breakdown.tsx';
import { clockText, coinsShort } from './figures-text.ts';
import type { Buying } from './use-buy.ts';

/** Submit bar of the buy form, fixed to the bottom on phones [001 §2 Buy Cryptocurrency card]. */
export function PayBar({ buying: { offer, values, busy, newAddress } }: { buying: Buying }) {
  const { shown, pricing, secondsLeft } = offer;
  return (
    <div className="submit bleed">
      {shown && (
        <div className="row between t-xs num">
          <span>
            <b>{formatMoney(shown.fiat)}</b> <span className="ink-2">for</span>{' '}
            <b>{formatWithUnit(coinsShort(shown.coins), values.symbol)}</b>
          </span>
          {secondsLeft !== null && <span className="ink-2">{clockText(secondsLeft)} left</span>}
        </div>
      )}
      {!shown && pricing && (
        <div className="t-xs">
          <FigurePlaceholder />
        </div>
      )}
      <Button type="submit" full busy={busy} aria-disabled={newAddress.secondsLeft > 0 || undefined}>
        {newAddress.secondsLeft > 0 && `In ${newAddress.secondsLeft} s: `}
        {values.paymentMethod === 'card' ? 'Pay with Card' : 'Pay with Bank Transfer'}
      </Button>
    </div>
  );
}
