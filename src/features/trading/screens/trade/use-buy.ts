import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { sentence } from '../../../../messages.ts';
import { api, call } from '../../../../ui/client.ts';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { toastError } from '../../../../ui/toast.ts';
import { addressFromPaste } from '../../explorer-link.ts';
import { tradingNotices } from '../../messages.ts';
import { type BuyForm, buyAsk, buyFaults, changeBuy, emptyBuy } from './buy-form.ts';
import { focusFirst } from './focus-first.ts';
import { isUnanswered, orderPlacedBefore, sayFailure, sayIncomplete, verdictWords } from './say.ts';
import { useAddress } from './use-address.ts';
import { useAttempt } from './use-attempt.ts';
import { useBuyOffer } from './use-offer.ts';

type PlaceBody = Parameters<typeof call.trading.placeBuyOrder>[0];

/** Sends the order; a request without an answer is sent again as it is, twice at most. */
export const placing = {
  retry: (failures: number, error: Error) => failures < 2 && isUnanswered(error) && !('status' in error),
  retryDelay: (failures: number) => (failures + 1) * 1000,
  // Offline is told at once instead of waiting for the line without a word.
  networkMode: 'always',
} as const;

function bodyOf(form: BuyForm, quoteId: string, large: boolean, key: string): PlaceBody {
  return {
    key,
    quoteId,
    network: form.network || 'bitcoin',
    walletAddress: form.walletAddress,
    destinationTag: form.destinationTag.trim(),
    sourceOfFunds: large ? form.sourceOfFunds : null,
    sourceOfFundsFile: large ? (form.sourceFile?.id ?? null) : null,
    another: form.another,
  };
}

/** The buy form: its values, its price, what is wrong with it, and sending it. `placed` gets the new order's id. */
export function useBuy(placed: (orderId: string) => void) {
  const [form, setForm] = useState(emptyBuy);
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const queries = useQueryClient();
  const navigate = useNavigate();
  const attempt = useAttempt<PlaceBody>();
  const sending = useRef(false);
  const offer = useBuyOffer(buyAsk(form));
  const large = offer.shown?.needsSourceOfFunds ?? false;
  const judged = useAddress(form.network || null, form.walletAddress, form.destinationTag);
  const faults = buyFaults(form, { ...judged, large });

  const { mutateAsync, isPending } = useMutation({ ...placing, mutationFn: call.trading.placeBuyOrder });

  const send = async (body: PlaceBody) => {
    try {
      const { orderId } = await mutateAsync(body);
      attempt.answered();
      setForm(emptyBuy);
      setAsked(new Set());
      void queries.invalidateQueries({ queryKey: api.trading.key() });
      placed(orderId);
    } catch (error) {
      if (!isUnanswered(error)) attempt.answered();
      const before = orderPlacedBefore(error);
      if (before) return void navigate(`/orders/${before}`);
      sayFailure(error, tradingNotices.createFailed);
      if (refusalWords(error).code === 'trading.quote_lapsed') offer.again();
    }
  };

  const submit = async () => {
    setAsked(new Set(faults.map(({ field }) => field)));
    if (faults.length > 0) {
      sayIncomplete([...new Set(faults.map(({ name }) => name))]);
      return focusFirst(faults[0]?.field, 'buy');
    }
    const content = JSON.stringify(form);
    const again = attempt.unanswered(content);
    if (again) return send(again);
    if (offer.error) return sayFailure(offer.error, tradingNotices.createFailed);
    const quote = offer.ready;
    if (!quote) return;
    if (quote.refusal) {
      const { title, text } = verdictWords(quote.refusal);
      return toastError(title, text);
    }
    await send(attempt.begin(content, (key) => bodyOf(form, quote.id, large, key)));
  };

  return {
    form,
    offer,
    large,
    judged,
    tagWords: judged.tagFault ? sentence(judged.tagFault, {}) : undefined,
    busy: isPending || (faults.length === 0 && offer.pricing),
    errorOf: (field: keyof BuyForm | 'sourceFile') =>
      asked.has(field) ? faults.find((fault) => fault.field === field)?.text : undefined,
    change: (field: keyof BuyForm, value: string) =>
      setForm((now) => changeBuy(now, field, field === 'walletAddress' ? addressFromPaste(value) : value)),
    patch: (part: Partial<BuyForm>) => setForm((now) => ({ ...now, ...part })),
    submit: async () => {
      // Two clicks before the first render are one order.
      if (sending.current) return;
      sending.current = true;
      await submit().finally(() => {
        sending.current = false;
      });
    },
  };
}

export type Buying = ReturnType<typeof useBuy>;
