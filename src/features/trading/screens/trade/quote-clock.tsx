import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { errorMessage } from '../../../../ui/error-message.ts';
import { pricesLabels } from '../../../prices/messages.ts';
import { quoteSeconds } from '../../quoting/pricing.ts';
import { clockText } from './figures-text.ts';
import type { Offer } from './shapes.ts';
import type { LiveOffer } from './use-offer.ts';

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
            This price holds for <span className="num">{clockText(secondsLeft)}</span>
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
      {shown?.demo && <Badge kind="note">{pricesLabels.demo}</Badge>}
    </div>
  );
}
