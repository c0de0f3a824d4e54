import { Button } from '../../../../ui/button.tsx';
import { withUnit } from '../../../../ui/figures.ts';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { Awaited } from '../../../../ui/slip.tsx';
import { clockText, coinsShort } from './figures-text.ts';
import type { Buying } from './use-buy.ts';

/**
 * The submit button, 'Pay with Bank Transfer' or 'Pay with Card' [001 §2 Buy Cryptocurrency card], under what is paid,
 * what comes of it and the seconds left; on a phone it stays at the bottom of the screen.
 */
export function PayBar({ buying: { offer, values, busy, newAddress } }: { buying: Buying }) {
  const { shown, pricing, secondsLeft } = offer;
  return (
    <div className="submit bleed">
      {shown && (
        <div className="row between t-xs num">
          <span>
            <b>{moneyWords(shown.fiat)}</b> <span className="ink-2">for</span>{' '}
            <b>{withUnit(coinsShort(shown.coins), values.symbol)}</b>
          </span>
          {secondsLeft !== null && <span className="ink-2">{clockText(secondsLeft)} left</span>}
        </div>
      )}
      {!shown && pricing && (
        <div className="t-xs">
          <Awaited />
        </div>
      )}
      <Button type="submit" full busy={busy} aria-disabled={newAddress.secondsLeft > 0 || undefined}>
        {newAddress.secondsLeft > 0 && `In ${newAddress.secondsLeft} s: `}
        {values.paymentMethod === 'card' ? 'Pay with Card' : 'Pay with Bank Transfer'}
      </Button>
    </div>
  );
}
