import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { pricesLabels } from '../../../prices/messages.ts';
import { quoteSeconds } from '../../quoting/pricing.ts';
import { clockText } from './figures-text.ts';
import type { Offer } from './shapes.ts';
import type { LiveOffer } from './use-offer.ts';

/**
 * How long the price still holds, of the 120 seconds (decision C6); else why there is none, and a way to ask again
 * unless the form is what is wrong.
 */
export function QuoteClock({ offer }: { offer: LiveOffer<Offer> }) {
  if (offer.error) {
    const { text, field } = refusalWords(offer.error);
    return (
      <div className="err" role="alert">
        <span>{text}</span>
        {field === undefined && (
          <Button look="line" size="small" onClick={offer.again}>
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
          'Asking for the newest price'
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
