import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, call } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastError, toastSuccess } from '../../../../ui/toast.ts';
import { addressFromPaste } from '../../coins/explorer-link.ts';
import { tradingMessages, tradingNotices } from '../../messages.ts';
import { type Fault, holdingBody } from './buy-form.ts';
import { focusFirst } from './focus-first.ts';
import { sayIncomplete } from './say.ts';
import { changeSell, emptySell, faultsOfStep, type Sell, type SellStep, sellAsk, sellFaults } from './sell-form.ts';
import { useAddress } from './use-address.ts';
import { useSellOffer } from './use-offer.ts';
import { placing, useOrderOnce } from './use-order-once.ts';
import { useSellDraft } from './use-sell-draft.ts';

type PlaceBody = Parameters<typeof call.trading.placeSellOrder>[0];

/** The fields that decide where the coins go: after a change our wallet is asked for again. */
const routing: readonly string[] = ['symbol', 'amount', 'network', 'senderWalletAddress'];

function bodyOf(form: Sell, large: boolean, ids: { quoteId: string; key: string }): PlaceBody {
  const { senderWalletAddress, bankName, accountNumber, accountHolderName, routingNumber, another } = form;
  return {
    ...ids,
    // The faults of the form have been looked at: there is a network and a wallet type.
    network: form.network || 'bitcoin',
    senderWalletAddress,
    walletType: form.walletType || 'other',
    customWalletType: form.walletType === 'other' ? form.customWalletType : '',
    bankName,
    accountNumber,
    accountHolderName,
    routingNumber,
    proofFile: form.proof?.id ?? null,
    sourceOfFunds: large ? form.sourceOfFunds : null,
    sourceOfFundsFile: large ? (form.sourceFile?.id ?? null) : null,
    ...holdingBody(form, large),
    another,
  };
}

/** What our wallet is asked for with, or null while it is incomplete. */
const walletAsk = ({ symbol, amount, network, senderWalletAddress }: Sell) =>
  symbol !== '' && network !== '' && senderWalletAddress.trim() !== ''
    ? { symbol, amount, network, senderWalletAddress }
    : null;

/** Two single things that miss have documented toasts of their own [001 §8]; everything else is a list. */
function sayMissing(wrong: readonly Fault[]): void {
  const only = wrong.length === 1 ? wrong[0]?.field : undefined;
  if (only === 'network') toastError(tradingNotices.networkRequired);
  else if (only === 'proof') toastError(tradingMessages['trading.wallet_proof_missing']);
  else sayIncomplete(wrong.map(({ name }) => name));
}

/** The values of the form, in which step it stands, and what of it is wrong. */
function useSellForm() {
  const [form, setForm] = useState(emptySell);
  const [step, setStep] = useState<SellStep>(1);
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const offer = useSellOffer(sellAsk(form));
  const { large } = offer;
  const { address } = useAddress(form.network || null, form.senderWalletAddress, '');
  const faults = sellFaults(form, { address, large, net: offer.shown?.net });
  const ask = (fields: readonly string[]) => setAsked((before) => new Set([...before, ...fields]));
  const set = (next: Sell, at: SellStep) => {
    setForm(next);
    setStep(at);
    setAsked(new Set());
  };
  /** Shows what is wrong in the step; true when nothing is. */
  const passes = (): boolean => {
    const wrong = faultsOfStep(faults, step);
    ask(wrong.map(({ field }) => field));
    if (wrong.length === 0) return true;
    sayMissing(wrong);
    focusFirst(wrong[0]?.field, 'sell');
    return false;
  };
  const errorOf = (field: keyof Sell) =>
    asked.has(field) ? faults.find((fault) => fault.field === field)?.text : undefined;
  const left = (field: keyof Sell) => ask([field]);
  return { form, setForm, step, setStep, set, offer, large, address, faults, passes, errorOf, left };
}

/** The sell form in its three steps: our wallet after the verdict, the draft, and sending it. */
export function useSell() {
  const { set, setForm, setStep, faults, passes, ...shown } = useSellForm();
  const { form, step, offer, large } = shown;
  const navigate = useNavigate();
  const where = useMutation(api.trading.sellWallet.mutationOptions());
  const place = useMutation(api.trading.placeSellOrder.mutationOptions(placing));
  const draft = useSellDraft({
    form,
    step,
    restore: (kept, at) => {
      set(kept, at);
      const asked = walletAsk(kept);
      // Coins may be on their way already: without a word when the wallet is not shown any more.
      if (at > 1 && asked) where.mutate(asked);
    },
  });
  const clear = () => {
    draft.forget();
    where.reset();
    set(emptySell, 1);
  };
  const order = useOrderOnce<PlaceBody>({
    send: async (body) => {
      await draft.stop();
      return place.mutateAsync(body);
    },
    failed: tradingNotices.submitFailed,
    offer,
    // The coins are on their way: such an order is taken and looked at by people (decision A2).
    heedsVerdict: false,
    placed: (orderId) => {
      clear();
      toastSuccess(tradingNotices.placed);
      void navigate(`/orders/${orderId}`);
    },
    refused: (code) => code === 'trading.name_mismatch' && focusFirst('accountHolderName', 'sell'),
  });
  return {
    ...shown,
    wallet: where.data ?? null,
    /** What is still missing of the whole form, by name. */
    missing: faults.map(({ name }) => name),
    restoredAt: draft.restoredAt,
    asking: where.isPending,
    busy: place.isPending,
    change: (field: keyof Sell, value: string) => {
      if (step === 1 && routing.includes(field)) where.reset();
      setForm((now) => changeSell(now, field, field === 'senderWalletAddress' ? addressFromPaste(value) : value));
    },
    patch: (part: Partial<Sell>) => setForm((now) => ({ ...now, ...part })),
    showWallet: () => {
      const asked = walletAsk(form);
      if (passes() && asked && !where.isPending) where.mutate(asked, { onError: toastRefusal });
    },
    next: () => passes() && setStep(step === 1 ? 2 : 3),
    back: () => setStep(step === 3 ? 2 : 1),
    startOver: () => {
      clear();
      call.trading.keepSellDraft({ data: {} }).catch(() => {});
    },
    submit: () => {
      if (faults.length > 0) return;
      void order(JSON.stringify(form), (quoteId, key) => bodyOf(form, large, { quoteId, key }));
    },
  };
}

export type Selling = ReturnType<typeof useSell>;
