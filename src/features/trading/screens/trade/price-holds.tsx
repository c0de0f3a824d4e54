import { momentText } from '../../../../ui/format.ts';
import { priceEnds } from '../../own-messages.ts';

type PriceHoldsProps = {
  until: Date | null;
  side: 'buy' | 'sell';
  /** Nothing is ordered yet: beside it stands how long the price of now is offered. */
  offered?: boolean;
};

/** The rule of decision E1, told before anybody pays. */
export const PriceHolds = ({ until, side, offered = false }: PriceHoldsProps) =>
  until && (
    <p className="t-xs ink-2 under">
      {offered ? 'Once you order, this price holds until' : 'This price holds until'} <b>{momentText(until)}</b>.{' '}
      {priceEnds[side]}
    </p>
  );
