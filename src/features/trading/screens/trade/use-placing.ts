import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../../../../ui/client.ts';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { toastError } from '../../../../ui/toast.ts';
import { type Failed, orderPlacedBefore, sayFailure, sayOfWallet, verdictWords } from './say.ts';
import type { Offer } from './shapes.ts';
import type { LiveOffer } from './use-offer.ts';

/**
 * What placing an order says, on both forms: an order that another tab has just placed is shown instead of a second
 * one, and a price that lapsed is asked for again. `failed` are the words around a fault.
 */
export function usePlacing(failed: Failed) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return {
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
      const before = orderPlacedBefore(error);
      if (before) void navigate(`/orders/${before}`);
      else sayFailure(error, failed);
      if (refusalWords(error).code === 'trading.quote_lapsed') offer.again();
      return true;
    },
  };
}
