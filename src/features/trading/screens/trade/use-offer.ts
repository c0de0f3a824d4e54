import { keepPreviousData, skipToken, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Currency } from '../../../../kernel/money.ts';
import { api } from '../../../../ui/client.ts';
import { errorMessage, isUnanswered } from '../../../../ui/error-message.ts';
import { toastError, toastInfo } from '../../../../ui/toast.ts';
import type { AssetSymbol } from '../../../assets/assets.ts';
import type { Network } from '../../../assets/networks.ts';
import type { Side } from '../../order/order.ts';
import { quoteSeconds } from '../../quoting/pricing.ts';
import type { BuyQuote, Offer, SellQuote } from './shapes.ts';
import { type FailureToast, formatRefusal, handleDuplicate, toastFailure, toastWalletNotice } from './toasts.ts';

/** Whole seconds until `until`, a device time in milliseconds. Zero after that. */
export function useSecondsLeft(until: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : Math.max(0, Math.ceil((until - now) / 1000));
}

/** Counted from the arrival of the quote, because device clocks differ (decision C6). */
const validMs = quoteSeconds * 1000;
const debounceMs = 400;

export type LiveOffer<Quote extends Offer> = {
  shown: Quote | null;
  /** `last` and `large` are of the previous quote while the next one loads, so that elements do not disappear. */
  last: Quote | null;
  large: boolean;
  /** Known before the first quote, so that the form doesn't move when it arrives. */
  demo: boolean;
  /** Unexpired quote for the current input, the only one that an order can use. */
  ready: Quote | null;
  pricing: boolean;
  error: unknown;
  secondsLeft: number | null;
  refresh: () => void;
};

function useDebounced<T>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState({ text, value });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text represents the value, which is new each time.
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, value }), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled.value;
}

const quoteQueryOptions = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 1000,
  placeholderData: keepPreviousData,
  // Retries a lost connection only, as refusals are final.
  retry: (failures: number, error: Error) => failures < 2 && isUnanswered(error) && !('code' in error),
  refetchOnWindowFocus: false,
} as const;

function useIsDemoPrice(symbol: AssetSymbol | undefined): boolean {
  const { data } = useQuery(api.prices.list.queryOptions({ input: { order: 'symbol' } }));
  return data?.some((line) => line.symbol === symbol && line.demo) ?? false;
}

function useLive<Quote extends Offer, Input extends { symbol: AssetSymbol }>(
  query: UseQueryResult<Quote>,
  input: Input | null,
  debounced: Input | null,
): LiveOffer<Quote> {
  const isRequested = input !== null;
  const settled = sameText(input, debounced);
  const isDemoPrice = useIsDemoPrice(input?.symbol);
  const { data, isPlaceholderData, isFetching, isError, dataUpdatedAt, refetch } = query;
  const quote = isRequested ? (data ?? null) : null;
  const isCurrent = quote !== null && settled && !isPlaceholderData && !(isError && !isFetching);
  const left = useSecondsLeft(isCurrent ? dataUpdatedAt + validMs : null);
  const secondsLeft = left === null ? null : Math.min(left, validMs / 1000);
  useEffect(() => {
    const isVisible = document.visibilityState === 'visible';
    if (secondsLeft === 0 && isVisible && !isFetching && !isError) void refetch();
  }, [secondsLeft, isFetching, isError, refetch]);
  const isExpired = secondsLeft === 0;
  return {
    shown: isCurrent ? quote : null,
    last: quote,
    large: quote?.needsSourceOfFunds ?? false,
    demo: quote?.demo ?? isDemoPrice,
    ready: isCurrent && !isExpired && !isError ? quote : null,
    pricing: isRequested && (!settled || isFetching || isExpired) && !(isError && !isFetching && settled),
    error: isRequested && settled && isError && !isFetching ? query.error : null,
    secondsLeft,
    refresh: () => void refetch(),
  };
}

type BuyQuoteInput = { symbol: AssetSymbol; currency: Currency; amount: string; network: Network | null };
type SellQuoteInput = { symbol: AssetSymbol; amount: string; network: Network | null };

/** Fetches a quote for the input (decision A1). Sends no request for null. */
export function useBuyOffer(input: BuyQuoteInput | null): LiveOffer<BuyQuote> {
  const debounced = useDebounced(input);
  const query = useQuery(api.trading.quoteBuy.queryOptions({ input: debounced ?? skipToken, ...quoteQueryOptions }));
  return useLive(query as UseQueryResult<BuyQuote>, input, debounced);
}

export function useSellOffer(input: SellQuoteInput | null): LiveOffer<SellQuote> {
  const debounced = useDebounced(input);
  const query = useQuery(api.trading.quoteSell.queryOptions({ input: debounced ?? skipToken, ...quoteQueryOptions }));
  return useLive(query as UseQueryResult<SellQuote>, input, debounced);
}

const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

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
