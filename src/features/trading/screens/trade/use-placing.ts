import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../../../../ui/client.ts';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { toastError, toastInfo } from '../../../../ui/toast.ts';
import type { Side } from '../../order/order.ts';
import { type Failed, orderPlacedBefore, sayFailure, sayOfWallet, verdictWords } from './say.ts';
import type { Offer } from './shapes.ts';
import type { LiveOffer } from './use-offer.ts';

/**
 * What placing an order says, on both forms: an order that another tab has just placed is shown instead of a second
 * one, and a price that lapsed is asked for again. `failed` are the words around a fault.
 */
export function usePlacing(failed: Failed, side: Side) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  /** To the lesson that stands before a first order, where that was the refusal; back leads a button there. */
  const toLesson = (error: unknown): boolean => {
    const words = refusalWords(error);
    if (words.code !== 'trading.lesson_first') return false;
    toastInfo(words);
    void navigate(`/before-your-first-order?side=${side}`);
    return true;
  };
  return {
    toLesson,
    /** The quote to order from; null when there is none, or when its verdict stops the order, which is told. */
    quoteOf: ({ error, ready }: LiveOffer<Offer>, heedsVerdict: boolean): string | null => {
      if (error) sayFailure(error, failed);
      if (!ready?.refusal || !heedsVerdict) return ready?.id ?? null;
      toastError(verdictWords(ready.refusal));
      return null;
    },
    took: ({ notice }: { notice: Parameters<typeof sayOfWallet>[0] }) => {
      sayOfWallet(notice);
      void queries.invalidateQueries({ queryKey: api.trading.key() });
    },
    refused: (error: unknown, offer: LiveOffer<Offer>): true => {
      if (toLesson(error)) return true;
      const before = orderPlacedBefore(error);
      if (before) void navigate(`/orders/${before}`);
      else sayFailure(error, failed);
      if (refusalWords(error).code === 'trading.quote_lapsed') offer.again();
      return true;
    },
  };
}
