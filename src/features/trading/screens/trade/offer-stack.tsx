import type { ReactNode } from 'react';
import type { Side } from '../../order/order.ts';
import { PlacedMeanwhile } from './another-one.tsx';
import { PriceHolds } from './price-holds.tsx';
import { QuoteClock } from './quote-clock.tsx';
import type { Offer, OrderLine } from './shapes.ts';
import type { LiveOffer } from './use-offer.ts';
import { VerdictNotice } from './verdict-notice.tsx';

/** `twin`: this very order was placed a moment ago, and no second one is meant. */
type OfferStackProps = {
  side: Side;
  byCard?: boolean;
  twin?: OrderLine | null;
  offer: LiveOffer<Offer>;
  slip: ReactNode;
};

/** What is offered for what the form says: its clock, what stands in its way, its figures and how long they hold. */
export const OfferStack = ({ side, byCard, twin, offer, slip }: OfferStackProps) =>
  (offer.shown || offer.pricing || offer.error !== null) && (
    <div className="stack" aria-busy={offer.pricing}>
      <QuoteClock offer={offer} />
      {twin ? <PlacedMeanwhile twin={twin} /> : <VerdictNotice quote={offer.shown} />}
      {offer.error === null && slip}
      <PriceHolds until={offer.shown?.[byCard ? 'cardHoldsUntil' : 'holdsUntil'] ?? null} side={side} offered />
    </div>
  );
