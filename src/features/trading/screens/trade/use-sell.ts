import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { api, call } from '../../../../ui/client.ts';
import { focusOn } from '../../../../ui/focus-on.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { type DraftText, useDraft } from '../../../../ui/form-draft.ts';
import { useKeepsIn, useKeptAway } from '../../../../ui/kept-away.ts';
import { type Issue, refusalWords, toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastError, toastSuccess } from '../../../../ui/toast.ts';
import { tradingMessages, tradingNotices } from '../../messages.ts';
import { useGivenAway } from './given-away.ts';
import { namesOf, papersBody } from './papers.ts';
import { sayIncomplete } from './say.ts';
import { draftOf, emptySell, formFrom, type Sell, sellAsk, sellRules, stepFields } from './sell-form.ts';
import { useAddress } from './use-address.ts';
import { useSellOffer } from './use-offer.ts';
import { usePlacing } from './use-placing.ts';

/** What was typed when its session ended, in this tab. */
const away = 'kept-sell';

type PlaceBody = Parameters<typeof call.trading.placeSellOrder>[0];

function bodyOf(form: Sell, large: boolean, ids: { quoteId: string | null; key: string }): PlaceBody | null {
  const { network, senderWalletAddress, walletType, customWalletType, proof, another } = form;
  const { bankName, accountNumber, accountHolderName, routingNumber } = form;
  const { quoteId, key } = ids;
  if (quoteId === null || network === '' || walletType === '') return null;
  return {
    key,
    quoteId,
    network,
    senderWalletAddress,
    walletType,
    customWalletType: walletType === 'other' ? customWalletType : '',
    bankName,
    accountNumber,
    accountHolderName,
    routingNumber,
    proofFile: proof?.id ?? null,
    ...papersBody(form, large),
    another,
  };
}

/** What our wallet is asked for with, or null while it is incomplete. */
const walletAsk = ({ symbol, amount, network, senderWalletAddress }: Sell) =>
  symbol !== '' && network !== '' && senderWalletAddress.trim() !== ''
    ? { symbol, amount, network, senderWalletAddress }
    : null;

/**
 * 'Network required' and 'Wallet proof is required' have toasts of their own [001 §8 Trading]; everything else is a
 * list.
 */
function sayMissing(wrong: readonly Issue[]): void {
  const only = wrong.length === 1 ? wrong[0]?.path : undefined;
  if (only === 'network') toastError(tradingNotices.networkRequired);
  else if (only === 'proof') toastError({ title: 'Error', ...tradingMessages['trading.wallet_proof_missing'] });
  else sayIncomplete(namesOf(wrong));
}

/** Our wallet is not shown. Before a first order the lesson is, and the draft is kept before this form goes. */
async function notShown(error: unknown, form: Sell, toLesson: (error: unknown) => boolean): Promise<void> {
  if (refusalWords(error).code !== 'trading.lesson_first') return toastRefusal(error);
  await call.trading.keepSellDraft({ data: draftOf(form) }).catch(() => {});
  toLesson(error);
}

/** Our wallet, where it was asked for; `again` asks for a form that was brought back. */
function useOurWallet() {
  const where = useMutation(api.trading.sellWallet.mutationOptions());
  const again = (kept: Sell) => {
    const asked = walletAsk(kept);
    // Coins may be on their way already: without a word when the wallet is not shown any more.
    if (kept.step > 1 && asked) where.mutate(asked);
  };
  return { where, again };
}

type Held = { typed: Sell; values: () => Sell; again: (kept: Sell) => void };

/** Keeps the form where its session ends: its draft on the server is older then. What was kept stands as it stood. */
function useAway({ typed, values, again }: Held): void {
  useKeepsIn(away, () => draftOf(values()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the form began with.
  useEffect(() => again(typed), []);
}

/** The sell form in its three steps: our wallet after the verdict, the draft, and sending it [001 §4 Sell flow]. */
export function useSell() {
  const navigate = useNavigate();
  const typed = formFrom(useKeptAway(away) as DraftText);
  const { where, again } = useOurWallet();
  const { quoteOf, took, refused, toLesson } = usePlacing(tradingNotices.submitFailed, 'sell');
  const made = useCommandForm((form: Sell) => sellRules(form, known()), api.trading.placeSellOrder, {
    start: typed,
    ids: 'sell',
    invalid: sayMissing,
    // The coins are on their way: such an order is taken and looked at by people (decision A2).
    body: (form, key) => bodyOf(form, offer.large, { quoteId: quoteOf(offer, false), key }),
    before: (): Promise<void> => draft.stop(),
    done: (taken) => {
      took(taken);
      clear();
      toastSuccess(tradingNotices.placed);
      void navigate(`/orders/${taken.orderId}`);
    },
    refused: ({ code }, error) => {
      refused(error, offer);
      if (code === 'trading.name_mismatch') focusOn('sell-accountHolderName');
      return true;
    },
  });
  const { form, passes, wrong } = made;
  const values = form.values();
  const { step } = values;
  const givenAway = useGivenAway(values.symbol);
  const offer = useSellOffer(sellAsk(values, givenAway));
  const { address } = useAddress(values.network || null, values.senderWalletAddress, '');
  const known = () => ({ address, large: offer.large, net: offer.shown?.net });
  const draft = useDraft(form, {
    empty: emptySell,
    write: draftOf,
    read: formFrom,
    query: api.trading.sellDraft.queryOptions(),
    keep: call.trading.keepSellDraft,
    restored: again,
  });
  useAway({ typed, values: form.values, again });
  const clear = () => {
    draft.forget();
    where.reset();
  };
  return {
    ...made,
    values,
    givenAway,
    offer,
    address,
    wallet: where.data ?? null,
    /** The fields that decide where the coins go: after a change our wallet is asked for again. */
    moved: () => where.reset(),
    /** What is still missing of the whole form, by name. */
    missing: namesOf(wrong()),
    restoredAt: draft.restoredAt,
    asking: where.isPending,
    showWallet: () => {
      const asked = walletAsk(values);
      if (passes(stepFields[1]) && asked && !where.isPending)
        where.mutate(asked, { onError: (error) => void notShown(error, form.values(), toLesson) });
    },
    next: () => passes(stepFields[step]) && form.set('step', step === 1 ? 2 : 3),
    back: () => form.set('step', step === 3 ? 2 : 1),
    startOver: () => {
      clear();
      call.trading.keepSellDraft({ data: {} }).catch(() => {});
    },
  };
}

export type Selling = ReturnType<typeof useSell>;
