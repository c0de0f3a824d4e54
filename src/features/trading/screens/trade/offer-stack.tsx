import type { ReactNode } from 'react';
import type { Side } from '../../order/order.ts';
import { DuplicateNotice } from './duplicate-order.tsx';
import { PriceHolds } from './price-holds.tsx';
import { QuoteClock } from './quote-clock.tsx';
import type { ListedOrder, Offer } from './shapes.ts';
import type { LiveOffer } from './use-offer.ts';
import { VerdictNotice } from './verdict-notice.tsx';

type OfferStackProps = {
  side: Side;
  byCard?: boolean;
  duplicate?: ListedOrder | null;
  offer: LiveOffer<Offer>;
  slip: ReactNode;
};

export const OfferStack = ({ side, byCard, duplicate, offer, slip }: OfferStackProps) =>
  (offer.shown || offer.pricing || offer.error !== null) && (
    <div className="stack" aria-busy={offer.pricing}>
      <QuoteClock offer={offer} />
      {duplicate ? <DuplicateNotice duplicate={duplicate} /> : <VerdictNotice quote={offer.shown} />}
      {offer.error === null && slip}
      <PriceHolds until={offer.shown?.[byCard ? 'cardHoldsUntil' : 'holdsUntil'] ?? null} side={side} offered />
    </div>
  );
