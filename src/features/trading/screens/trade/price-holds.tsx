import { formatMessage } from '../../../../kernel/message-template.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { priceEnds, priceHolds } from '../../customer-messages.ts';

type PriceHoldsProps = {
  until: Date | null;
  side: 'buy' | 'sell';
  offered?: boolean;
};

/** Says until when the price holds and what happens after that (decision E1). */
export const PriceHolds = ({ until, side, offered = false }: PriceHoldsProps) =>
  until && (
    <p className="t-xs ink-2 under">
      <b>{formatMessage(priceHolds[side][offered ? 'offered' : 'placed'], { until: formatDateTime(until) })}</b>{' '}
      {priceEnds[side]}
    </p>
  );
