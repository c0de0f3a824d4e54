import { formatMessage } from '../../../../kernel/message-template.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { priceEnds, priceHolds } from '../../customer-messages.ts';

type PriceHoldsProps = {
  until: Date | null;
  side: 'buy' | 'sell';
  offered?: boolean;
  /** Keeps the place of the text, so that the fields below don't move when it appears. */
  hidden?: boolean;
};

/** Says until when the price holds and what happens after that (decision E1). */
export const PriceHolds = ({ until, side, offered = false, hidden = false }: PriceHoldsProps) =>
  until && (
    <p className={hidden ? 't-xs ink-2 under unsaid' : 't-xs ink-2 under'}>
      <b>{formatMessage(priceHolds[side][offered ? 'offered' : 'placed'], { until: formatDateTime(until) })}</b>{' '}
      {priceEnds[side]}
    </p>
  );
