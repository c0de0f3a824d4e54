import type { ReactNode } from 'react';
import { formatBaseUnits } from '../../../../kernel/coins.ts';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { errorMessage } from '../../../../ui/error-message.ts';
import type { FormField } from '../../../../ui/form-fields.ts';
import { formatAge } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Link } from '../../../../ui/link.tsx';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { groupThousands } from '../../../../ui/number-format.ts';
import { serverNow } from '../../../../ui/server-clock.ts';
import { pricesLabels } from '../../../prices/messages.ts';
import { duplicateMessages } from '../../customer-messages.ts';
import { tradingMessages } from '../../messages.ts';
import { duplicateWindowMs, type Side } from '../../order/order.ts';
import { boundMessages } from '../../order-form-messages.ts';
import { quoteSeconds } from '../../quoting/pricing.ts';
import { clockText } from './figures-text.ts';
import { GoToKyc } from './limit-banner.tsx';
import { PriceHolds } from './price-holds.tsx';
import type { Limits, ListedOrder, Offer } from './shapes.ts';
import { formatRefusal } from './toasts.ts';
import type { LiveOffer } from './use-offer.ts';

const PromoCode = lazyPart(() => import('../../../discounts/screens/promo-code.tsx').then((parts) => parts.PromoCode));

type OfferStackProps = {
  side: Side;
  byCard?: boolean;
  duplicate?: ListedOrder | null;
  offer: LiveOffer<Offer>;
  /** Shown in one line that opens the slip. */
  summary: ReactNode;
  slip: ReactNode;
};

export const OfferStack = ({ side, byCard, duplicate, offer, summary, slip }: OfferStackProps) =>
  (offer.shown || offer.pricing || offer.error !== null) && (
    <div className="stack" aria-busy={offer.pricing}>
      <QuoteClock offer={offer} />
      {duplicate ? <DuplicateNotice duplicate={duplicate} /> : <VerdictNotice quote={offer.shown} />}
      {offer.error === null && (
        <details className="all-in">
          <summary>
            <span>{summary}</span>
          </summary>
          {slip}
        </details>
      )}
      {offer.last?.takesCodes && <PromoCode />}
      {offer.error === null && (
        <PriceHolds
          until={offer.last?.[byCard ? 'cardHoldsUntil' : 'holdsUntil'] ?? serverNow()}
          side={side}
          offered
          hidden={!offer.shown}
        />
      )}
    </div>
  );

/** Shows the seconds left of a quote (decision C6), or an error with a retry button. */
export function QuoteClock({ offer }: { offer: LiveOffer<Offer> }) {
  if (offer.error) {
    const { text, field } = errorMessage(offer.error);
    return (
      <div className="err" role="alert">
        <span>{text}</span>
        {field === undefined && (
          <Button variant="line" size="small" onClick={offer.refresh}>
            Try again
          </Button>
        )}
      </div>
    );
  }
  const { shown, secondsLeft } = offer;
  if (!shown && !offer.pricing) return null;
  return (
    <div className="quote">
      <span className="b">
        {secondsLeft ? (
          <>
            Your price for the next <span className="num">{clockText(secondsLeft)}</span>
          </>
        ) : (
          'Getting the latest price'
        )}
      </span>
      <div className="scale" aria-hidden="true">
        <div className="bar">
          <span className="a" style={{ '--v': ((secondsLeft ?? 0) * 100) / quoteSeconds }} />
        </div>
      </div>
      {offer.demo && <Badge kind="note">{pricesLabels.demo}</Badge>}
    </div>
  );
}

export function findDuplicate(
  recent: readonly ListedOrder[],
  matches: (line: ListedOrder) => boolean,
): ListedOrder | null {
  const now = serverNow().getTime();
  const isDuplicate = (line: ListedOrder) =>
    line.status !== 'cancelled' && now - line.placedAt.getTime() < duplicateWindowMs && matches(line);
  return recent.find(isDuplicate) ?? null;
}

type Sold = { readonly symbol: string; readonly coins: string };

export const findDuplicateSale = (recent: readonly ListedOrder[], shown: Sold | null): ListedOrder | null =>
  findDuplicate(
    recent,
    ({ side, coins }) => side === 'sell' && coins.symbol === shown?.symbol && shown.coins === formatBaseUnits(coins),
  );

export const DuplicateNotice = ({ duplicate }: { duplicate: ListedOrder }) => (
  <Notice live>
    {formatMessage(duplicateMessages.placed, {
      reference: duplicate.reference,
      age: formatAge(duplicate.placedAt, serverNow()),
    })}{' '}
    <Link className="link" to={`/orders/${duplicate.id}`}>
      {duplicateMessages.see}
    </Link>
  </Notice>
);

export function AnotherOrderCheckbox({ duplicate, ...box }: FormField & { duplicate: ListedOrder | null }) {
  if (!duplicate) return null;
  const age = formatAge(duplicate.placedAt, serverNow());
  return (
    <Checkbox label={formatMessage(duplicateMessages.another, { reference: duplicate.reference, age })} {...box} />
  );
}

const placeholderBounds: Limits['bounds'] = {
  smallest: { buy: 0, sell: 0 },
  unpaid: { most: 3, now: { buy: 0, sell: 0 } },
  largestBuy: null,
  lesson: false,
};

function getSentences({ smallest, unpaid, lesson }: Limits['bounds'], side: Side): string[] {
  const messages = boundMessages[side];
  const now = unpaid.now[side];
  return [
    formatMessage(boundMessages.smallest, { smallest: `J$${groupThousands(String(smallest[side]))}` }),
    ...(now > 0
      ? [
          formatMessage(unpaid.most === 1 ? messages.one : messages.many, { most: String(unpaid.most) }),
          formatMessage(boundMessages.now, { now: String(now) }),
        ]
      : []),
    ...(lesson ? [boundMessages.lesson] : []),
  ];
}

/** Shows minimum order and number of unpaid orders (decision F4). */
export const OrderBounds = ({ side, bounds }: { side: Side; bounds: Limits['bounds'] | undefined }) => (
  <p className="hint">
    <span className={bounds ? undefined : 'unsaid'}>{getSentences(bounds ?? placeholderBounds, side).join(' ')}</span>
  </p>
);

/** Replaces the order form for Lignum without a price (decision B11). */
export const LignumNotice = () => (
  <Notice live>
    <b>Lignum is free</b>
    <p>{tradingMessages['trading.lignum_is_free'].text}</p>
    <p>
      <Link className="link" to="/coins">
        Ways to get free Lignum
      </Link>
    </p>
  </Notice>
);

function VerdictNotice({ quote }: { quote: Offer | null }) {
  const refusal = quote?.refusal;
  if (!refusal) return null;
  const { title, text } = formatRefusal(refusal);
  if (refusal.code === 'lesson_first')
    return (
      <Notice live>
        <b>{title}</b>
        <p>{text}</p>
      </Notice>
    );
  const remaining = refusal.code === 'monthly_limit_reached' ? refusal.remaining : null;
  return (
    <Notice kind="bad" live>
      <b>{title}</b>
      <p>{text}</p>
      {remaining && (
        <p>
          You have <MoneyText money={remaining} /> left this month.
        </p>
      )}
      {(remaining || refusal.code === 'enhanced_kyc_required') && (
        <p>
          <GoToKyc />
        </p>
      )}
    </Notice>
  );
}
