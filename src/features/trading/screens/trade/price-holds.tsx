import { momentText } from '../../../../ui/format.ts';

const later = {
  buy:
    'If your money leaves later, we use the price of the moment it arrives; if that is worse for you, you choose: go ' +
    'on or get it back.',
  sell:
    'If your coins leave later, we use the price of the moment they arrive; if that is worse for you, you choose: go ' +
    'on or get them back.',
};

/** The rule of decision E1, told before anybody pays. */
export const PriceHolds = ({ until, side }: { until: Date | null; side: 'buy' | 'sell' }) =>
  until && (
    <p className="t-xs ink-2 under">
      This price holds until <b>{momentText(until)}</b>. {later[side]}
    </p>
  );
