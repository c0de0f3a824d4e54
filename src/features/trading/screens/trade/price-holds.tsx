import { momentText } from '../../../../ui/format.ts';
import { priceEnds } from '../../own-messages.ts';

/** The rule of decision E1, told before anybody pays. */
export const PriceHolds = ({ until, side }: { until: Date | null; side: 'buy' | 'sell' }) =>
  until && (
    <p className="t-xs ink-2 under">
      This price holds until <b>{momentText(until)}</b>. {priceEnds[side]}
    </p>
  );
