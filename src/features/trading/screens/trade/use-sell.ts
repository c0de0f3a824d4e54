import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { api, call } from '../../../../ui/client.ts';
import { type DraftText, useRestoredDraft, useSaveDraftOnSessionEnd, useServerDraft } from '../../../../ui/drafts.ts';
import { errorMessage, type Issue, toastRefusal } from '../../../../ui/error-message.ts';
import { focusField, useCommandForm } from '../../../../ui/form.tsx';
import { toastError, toastSuccess } from '../../../../ui/toast.ts';
import { tradingMessages, tradingNotices } from '../../messages.ts';
import { useIsFreeToken } from './free-token.ts';
import { emptySell, fromDraft, getSellQuoteInput, type Sell, sellRules, stepFields, toDraft } from './sell-form.ts';
import { fundsBody, getFieldNames } from './source-of-funds-form.ts';
import { toastIncomplete } from './toasts.ts';
import { useAddress } from './use-address.ts';
import { useSellOffer } from './use-offer.ts';
import { useOrderOutcome } from './use-order-outcome.ts';

const draftKey = 'kept-sell';

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
    ...fundsBody(form, large),
    another,
  };
}

const getWalletInput = ({ symbol, amount, network, senderWalletAddress }: Sell) =>
  symbol !== '' && network !== '' && senderWalletAddress.trim() !== ''
    ? { symbol, amount, network, senderWalletAddress }
    : null;

/** A single missing network or proof has its own toast [001 §8 Trading]. */
function toastMissing(issues: readonly Issue[]): void {
  const onlyPath = issues.length === 1 ? issues[0]?.path : undefined;
  if (onlyPath === 'network') toastError(tradingNotices.networkRequired);
  else if (onlyPath === 'proof') toastError({ title: 'Error', ...tradingMessages['trading.wallet_proof_missing'] });
  else toastIncomplete(getFieldNames(issues));
}

async function handleWalletRefusal(error: unknown, form: Sell, toLesson: (error: unknown) => boolean): Promise<void> {
  if (errorMessage(error).code !== 'trading.lesson_first') return toastRefusal(error);
  await call.trading.keepSellDraft({ data: toDraft(form) }).catch(() => {});
  toLesson(error);
}

function useOurWallet() {
  const walletQuery = useMutation(api.trading.sellWallet.mutationOptions());
  const refresh = (restored: Sell) => {
    const input = getWalletInput(restored);
    // The customer may have sent the coins already, so a refusal would not help.
    if (restored.step > 1 && input) walletQuery.mutate(input);
  };
  return { walletQuery, refresh };
}

type SessionDraft = { restored: Sell; values: () => Sell; refresh: (restored: Sell) => void };

function useSessionDraft({ restored, values, refresh }: SessionDraft): void {
  useSaveDraftOnSessionEnd(draftKey, () => toDraft(values()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the restored form.
  useEffect(() => refresh(restored), []);
}

/** State and submit of the sell form [001 §4 Sell flow]. */
export function useSell() {
  const navigate = useNavigate();
  const restored = fromDraft(useRestoredDraft(draftKey) as DraftText);
  const { walletQuery, refresh } = useOurWallet();
  const { getQuoteId, onPlaced, onRefused, toLesson } = useOrderOutcome(tradingNotices.submitFailed, 'sell');
  const command = useCommandForm((form: Sell) => sellRules(form, known()), api.trading.placeSellOrder, {
    start: restored,
    idPrefix: 'sell',
    invalid: toastMissing,
    // Submits even an order that the quote would refuse: its coins are already sent (decision A2).
    body: (form, key) => bodyOf(form, offer.large, { quoteId: getQuoteId(offer, false), key }),
    beforeSubmit: (): Promise<void> => draft.flush(),
    done: (placed) => {
      onPlaced(placed);
      clear();
      toastSuccess(tradingNotices.placed);
      void navigate(`/orders/${placed.orderId}`);
    },
    refused: ({ code }, error) => {
      onRefused(error, offer);
      if (code === 'trading.name_mismatch') focusField('sell-accountHolderName');
      return true;
    },
  });
  const { form, validate, issues } = command;
  const values = form.values();
  const { step } = values;
  const isFree = useIsFreeToken(values.symbol);
  const offer = useSellOffer(getSellQuoteInput(values, isFree));
  const { address } = useAddress(values.network || null, values.senderWalletAddress, '');
  const known = () => ({ address, large: offer.large, net: offer.shown?.net });
  const draft = useServerDraft(form, {
    empty: emptySell,
    write: toDraft,
    read: fromDraft,
    query: api.trading.sellDraft.queryOptions(),
    save: call.trading.keepSellDraft,
    onRestored: refresh,
  });
  useSessionDraft({ restored, values: form.values, refresh });
  const clear = () => {
    draft.clear();
    walletQuery.reset();
  };
  return {
    ...command,
    values,
    isFree,
    offer,
    address,
    wallet: walletQuery.data ?? null,
    onWalletChange: () => walletQuery.reset(),
    missing: getFieldNames(issues()),
    restoredAt: draft.restoredAt,
    isLoadingWallet: walletQuery.isPending,
    showWallet: () => {
      const input = getWalletInput(values);
      if (validate(stepFields[1]) && input && !walletQuery.isPending)
        walletQuery.mutate(input, { onError: (error) => void handleWalletRefusal(error, form.values(), toLesson) });
    },
    next: () => validate(stepFields[step]) && form.set('step', step === 1 ? 2 : 3),
    back: () => form.set('step', step === 3 ? 2 : 1),
    startOver: () => {
      clear();
      call.trading.keepSellDraft({ data: {} }).catch(() => {});
    },
  };
}

export type Selling = ReturnType<typeof useSell>;
