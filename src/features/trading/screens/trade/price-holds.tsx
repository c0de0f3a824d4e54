import { formatDateTime } from '../../../../ui/format.ts';
import { priceEnds } from '../../customer-messages.ts';

type PriceHoldsProps = {
  until: Date | null;
  side: 'buy' | 'sell';
  offered?: boolean;
};

/** Says until when the price holds and what happens after that (decision E1). */
export const PriceHolds = ({ until, side, offered = false }: PriceHoldsProps) =>
  until && (
    <p className="t-xs ink-2 under">
      {offered ? 'Then' : 'To keep this price,'} {side === 'buy' ? 'pay' : 'send'} by <b>{formatDateTime(until)}</b>
      {offered ? ' to keep it. ' : '. '}
      {priceEnds[side]}
    </p>
  );
