import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../../../../ui/client.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { toastError, toastInfo } from '../../../../ui/toast.ts';
import type { Side } from '../../order/order.ts';
import type { Offer } from './shapes.ts';
import { type FailureToast, formatRefusal, handleDuplicate, toastFailure, toastWalletNotice } from './toasts.ts';
import type { LiveOffer } from './use-offer.ts';

export function useOrderOutcome(failed: FailureToast, side: Side) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const openLesson = (error: unknown): boolean => {
    const message = errorMessage(error);
    if (message.code !== 'trading.lesson_first') return false;
    toastInfo(message);
    void navigate(`/before-your-first-order?side=${side}`);
    return true;
  };
  return {
    toLesson: openLesson,
    /** Returns the quote id. Null without a quote, and after a toast with the reason why an order would be refused. */
    getQuoteId: ({ error, ready }: LiveOffer<Offer>, respectsVerdict: boolean): string | null => {
      if (error) toastFailure(error, failed);
      const refusal = ready?.refusal ?? null;
      if (refusal === null || refusal.code === 'lesson_first' || !respectsVerdict) return ready?.id ?? null;
      toastError(formatRefusal(refusal));
      return null;
    },
    onPlaced: ({ notice }: { notice: Parameters<typeof toastWalletNotice>[0] }) => {
      toastWalletNotice(notice);
      void queries.invalidateQueries({ queryKey: api.trading.key() });
    },
    onRefused: (error: unknown, offer: LiveOffer<Offer>): true => {
      if (openLesson(error)) return true;
      const duplicateId = handleDuplicate(error);
      if (duplicateId) void navigate(`/orders/${duplicateId}`);
      else toastFailure(error, failed);
      if (errorMessage(error).code === 'trading.quote_lapsed') offer.refresh();
      return true;
    },
  };
}
