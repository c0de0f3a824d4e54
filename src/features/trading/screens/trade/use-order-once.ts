import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../../ui/client.ts';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { toastError } from '../../../../ui/toast.ts';
import { type Failed, isUnanswered, orderPlacedBefore, sayFailure, sayOfWallet, verdictWords } from './say.ts';
import type { Offer } from './shapes.ts';
import { useAttempt } from './use-attempt.ts';
import type { LiveOffer } from './use-offer.ts';

/** How an order is sent: a request without an answer goes again as it is, twice at most. */
export const placing = {
  retry: (failures: number, error: Error) => failures < 2 && isUnanswered(error) && !('status' in error),
  retryDelay: (failures: number) => (failures + 1) * 1000,
} as const;

type Sending<Body> = {
  send: (body: Body) => Promise<{ orderId: string; notice: Parameters<typeof sayOfWallet>[0] }>;
  /** Around the words of a fault. */
  failed: Failed;
  offer: LiveOffer<Offer>;
  /** A verdict in the offer stops the order here, with its words. */
  heedsVerdict: boolean;
  placed: (orderId: string) => void;
  /** The code of a refusal whose words were told. */
  refused?: (code: string | undefined) => void;
};

const askAgain = (queries: QueryClient) => queries.invalidateQueries({ queryKey: api.trading.key() });

/**
 * Sends an order at most once (decision A9): two clicks are one, a lost answer repeats the same request, and an order
 * that another tab has just placed is shown instead of a second one.
 */
export function useOrderOnce<Body>({ send, failed, offer, heedsVerdict, placed, refused }: Sending<Body>) {
  const attempt = useAttempt<Body>();
  const underWay = useRef(false);
  const queries = useQueryClient();
  const navigate = useNavigate();

  const carryOut = async (body: Body) => {
    try {
      const { orderId, notice } = await send(body);
      attempt.answered();
      sayOfWallet(notice);
      void askAgain(queries);
      placed(orderId);
    } catch (error) {
      if (!isUnanswered(error)) attempt.answered();
      const before = orderPlacedBefore(error);
      if (before) return void navigate(`/orders/${before}`);
      sayFailure(error, failed);
      const { code } = refusalWords(error);
      if (code === 'trading.quote_lapsed') offer.again();
      refused?.(code);
    }
  };

  const bodyFor = (content: string, make: (quoteId: string, key: string) => Body): Body | null => {
    const again = attempt.unanswered(content);
    if (again) return again;
    const { error, ready } = offer;
    if (error) sayFailure(error, failed);
    if (!ready) return null;
    if (!ready.refusal || !heedsVerdict) return attempt.begin(content, (key) => make(ready.id, key));
    toastError(verdictWords(ready.refusal));
    return null;
  };

  return async (content: string, make: (quoteId: string, key: string) => Body): Promise<void> => {
    if (underWay.current) return;
    const body = bodyFor(content, make);
    if (!body) return;
    underWay.current = true;
    await carryOut(body);
    underWay.current = false;
  };
}
