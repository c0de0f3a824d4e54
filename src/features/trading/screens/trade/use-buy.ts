import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { isSameMoney } from '../../../../kernel/money.ts';
import { api } from '../../../../ui/client.ts';
import { useSaveOnSessionEnd } from '../../../../ui/drafts.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { takeEarlyInput } from '../../../../ui/preloaded-page.ts';
import { tradingNotices } from '../../customer-messages.ts';
import { tradingMessages } from '../../messages.ts';
import { questions } from '../../wallets/scam-questions.ts';
import { deleteBuyDraft, getStartForm, restoreBuyDraft, saveBuyDraft } from './buy-draft.ts';
import { answersBody, type BuyForm, buyRules, emptyBuy, getBuyQuoteInput, mergeInput } from './buy-form.ts';
import { useIsFreeToken } from './free-token.ts';
import { saveLastChoice } from './last-choice.ts';
import { findDuplicate } from './offer.tsx';
import type { BuyQuote, ListedOrder } from './shapes.ts';
import { fundsBody, getFieldNames } from './source-of-funds-form.ts';
import { toastIncomplete } from './toasts.ts';
import { useAddress } from './use-address.ts';
import { useBuyOffer, useOrderOutcome } from './use-offer.ts';

/** Finds out if the address is new, so that the customer compares it. Not if the request for it failed. */
function useNewAddress(form: BuyForm, { address, tagFault }: ReturnType<typeof useAddress>) {
  const { network, walletAddress, destinationTag } = form;
  const isValid = network !== '' && address.at === 'ok' && !tagFault;
  const query = useQuery(
    api.trading.addressUsed.queryOptions({
      input: { network: network || 'bitcoin', walletAddress, destinationTag },
      enabled: isValid,
      staleTime: 60_000,
    }),
  );
  return {
    isNew: isValid && query.data?.used === false,
    /** Null does not prove that the wallet is safe. */
    warning: (isValid && query.data?.warning) || null,
    refresh: () => void query.refetch(),
  };
}

export type NewBuy = Pick<BuyForm, 'paymentMethod'> & { readonly orderId: string };

function useDraft(values: () => BuyForm): void {
  useEffect(deleteBuyDraft, []);
  useSaveOnSessionEnd(() => saveBuyDraft(values()));
}

type Form = { values: () => BuyForm; reset: (to: BuyForm) => void };

function useEarlyInput(form: Form): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when this form replaces the prerendered form.
  useLayoutEffect(() => {
    const early = takeEarlyInput();
    if (Object.keys(early).length === 0) return;
    form.reset(mergeInput(form.values(), early));
  }, []);
}

/** State and submit of the buy form [001 §4 Card buy flow]. */
export function useBuy(recent: readonly ListedOrder[], placed: (order: NewBuy) => void) {
  const { getQuoteId, onPlaced, onRefused } = useOrderOutcome(tradingNotices.createFailed, 'buy');
  const command = useCommandForm((form: BuyForm) => buyRules(form, known()), api.trading.placeBuyOrder, {
    start: restoreBuyDraft(emptyBuy),
    idPrefix: 'buy',
    invalid: (issues) => toastIncomplete(getFieldNames(issues)),
    body: (form, key) => {
      // Without a known duplicate, an order that a limit refuses is not submitted.
      const quoteId = getQuoteId(offer, unconfirmedDuplicate === null);
      const { network, walletAddress, destinationTag, paymentMethod, another } = form;
      if (quoteId === null || network === '') return null;
      return {
        key,
        quoteId,
        network,
        walletAddress,
        destinationTag,
        paymentMethod,
        ...fundsBody(form, offer.large),
        ...answersBody(form, newAddress.warning),
        another,
      };
    },
    done: (placedOrder) => {
      const { paymentMethod, symbol, network } = command.form.values();
      onPlaced(placedOrder);
      if (symbol !== '' && network !== '') saveLastChoice({ symbol, network });
      command.form.reset(getStartForm(emptyBuy));
      placed({ orderId: placedOrder.orderId, paymentMethod });
    },
    refused: ({ code }, error) => {
      if (code === 'trading.lesson_first') saveBuyDraft(command.form.values());
      if (code === 'trading.warning_unanswered') newAddress.refresh();
      return onRefused(error, offer);
    },
  });
  useEarlyInput(command.form);
  useDraft(command.form.values);
  const values = command.form.values();
  const isFree = useIsFreeToken(values.symbol);
  const offer = useBuyOffer(getBuyQuoteInput(values, isFree));
  const checks = useAddress(values.network || null, values.walletAddress, values.destinationTag);
  const newAddress = useNewAddress(values, checks);
  const large = offer.shown?.needsSourceOfFunds === true && !offer.shown.refusal;
  const duplicate = findDuplicate(recent, (line) => isLike(line, values.symbol, offer.shown));
  const unconfirmedDuplicate = values.another ? null : duplicate;
  const known = () => ({ ...checks, warning: newAddress.warning, large, isNewAddress: newAddress.isNew });
  return {
    ...command,
    values,
    isFree,
    offer,
    address: checks.address,
    newAddress,
    onWalletChange: () => {
      for (const name of questions) command.form.set(name, '');
      command.form.set('addressChecked', false);
    },
    duplicate,
    unconfirmedDuplicate,
    tagError: checks.tagFault ? tradingMessages[checks.tagFault].text : undefined,
    busy: command.busy || (offer.pricing && command.issues().length === 0),
  };
}

export type Buying = ReturnType<typeof useBuy>;

const isLike = ({ side, coins, fiat }: ListedOrder, symbol: string, quote: BuyQuote | null): boolean =>
  side === 'buy' && coins.symbol === symbol && quote !== null && isSameMoney(fiat, quote.fiat);
