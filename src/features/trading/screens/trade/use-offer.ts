import { keepPreviousData, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Currency } from '../../../../kernel/money.ts';
import { api } from '../../../../ui/client.ts';
import { isUnanswered } from '../../../../ui/refusal-words.ts';
import type { AssetSymbol } from '../../../coins/assets.ts';
import type { Network } from '../../../coins/networks.ts';
import { quoteSeconds } from '../../quoting/pricing.ts';
import type { BuyQuote, Offer, SellQuote } from './shapes.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** How long a price is asked to stand (decision C6), counted from its arrival here: clocks of devices differ. */
const standsFor = quoteSeconds * 1000;
/** After the last key stroke, before a price is asked for. */
const settles = 400;

/** An offer that keeps itself current while somebody looks at it. */
export type LiveOffer<Quote extends Offer> = {
  /** The figures of exactly what the form says now: what belongs to another choice is never shown beside this one. */
  shown: Quote | null;
  /** The newest answer asked for papers. Kept while another is on its way, so that no form closes under the hand. */
  large: boolean;
  /** The offer for exactly what the form says now, and not lapsed: only this may be ordered from. */
  ready: Quote | null;
  pricing: boolean;
  error: unknown;
  secondsLeft: number | null;
  again: () => void;
};

/** The value as it was when it last stood still for a moment. Compared by its text. */
function useSettled<T>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState({ text, value });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value, which is new each time.
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, value }), settles);
    return () => clearTimeout(timer);
  }, [text]);
  return settled.value;
}

const life = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 1000,
  placeholderData: keepPreviousData,
  // An answer such as "prices unavailable" stands; only a lost connection is asked again.
  retry: (failures: number, error: Error) => failures < 2 && isUnanswered(error) && !('code' in error),
  // Asked anew when it lapses, not because the window came to the front.
  refetchOnWindowFocus: false,
} as const;

function useLive<Quote extends Offer>(
  query: UseQueryResult<Quote>,
  asked: boolean,
  settled: boolean,
): LiveOffer<Quote> {
  const { data, isPlaceholderData, isFetching, isError, dataUpdatedAt, refetch } = query;
  const given = asked ? (data ?? null) : null;
  const own = given !== null && settled && !isPlaceholderData && !(isError && !isFetching);
  const left = useSecondsLeft(own ? dataUpdatedAt + standsFor : null);
  const secondsLeft = left === null ? null : Math.min(left, standsFor / 1000);
  useEffect(() => {
    const watched = document.visibilityState === 'visible';
    if (secondsLeft === 0 && watched && !isFetching && !isError) void refetch();
  }, [secondsLeft, isFetching, isError, refetch]);
  const lapsed = secondsLeft === 0;
  return {
    shown: own ? given : null,
    large: given?.needsSourceOfFunds ?? false,
    ready: own && !lapsed && !isError ? given : null,
    pricing: asked && (!settled || isFetching || lapsed) && !(isError && !isFetching && settled),
    error: asked && settled && isError && !isFetching ? query.error : null,
    secondsLeft,
    again: () => void refetch(),
  };
}

type BuyAsk = { symbol: AssetSymbol; currency: Currency; amount: string; network: Network | null };
type SellAsk = { symbol: AssetSymbol; amount: string };

/**
 * The price of a purchase, which the server previews (decision A1); nothing while `ask` is null because the form says
 * too little.
 */
export function useBuyOffer(ask: BuyAsk | null): LiveOffer<BuyQuote> {
  const still = useSettled(ask);
  const query = useQuery(api.trading.quoteBuy.queryOptions({ input: still ?? skipToken, ...life }));
  return useLive(query as UseQueryResult<BuyQuote>, ask !== null, sameText(ask, still));
}

/** The price of a sale. */
export function useSellOffer(ask: SellAsk | null): LiveOffer<SellQuote> {
  const still = useSettled(ask);
  const query = useQuery(api.trading.quoteSell.queryOptions({ input: still ?? skipToken, ...life }));
  return useLive(query as UseQueryResult<SellQuote>, ask !== null, sameText(ask, still));
}

const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
