import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type call } from '../../../../ui/client.ts';
import { addressFromPaste } from '../../coins/explorer-link.ts';
import { tradingMessages, tradingNotices } from '../../messages.ts';
import { type BuyForm, buyAsk, buyFaults, changeBuy, emptyBuy, holdingBody } from './buy-form.ts';
import { focusFirst } from './focus-first.ts';
import { sayIncomplete } from './say.ts';
import { useAddress } from './use-address.ts';
import { useBuyOffer } from './use-offer.ts';
import { placing, useOrderOnce } from './use-order-once.ts';

type PlaceBody = Parameters<typeof call.trading.placeBuyOrder>[0];

function bodyOf(form: BuyForm, large: boolean, ids: { quoteId: string; key: string }): PlaceBody {
  return {
    ...ids,
    // The faults of the form have been looked at: there is a network.
    network: form.network || 'bitcoin',
    walletAddress: form.walletAddress,
    destinationTag: form.destinationTag.trim(),
    sourceOfFunds: large ? form.sourceOfFunds : null,
    sourceOfFundsFile: large ? (form.sourceFile?.id ?? null) : null,
    ...holdingBody(form, large),
    another: form.another,
  };
}

/** The buy form: its values, its price, what is wrong with it, and sending it. `placed` gets the new order's id. */
export function useBuy(placed: (orderId: string) => void) {
  const [form, setForm] = useState(emptyBuy);
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const offer = useBuyOffer(buyAsk(form));
  const { large } = offer;
  const judged = useAddress(form.network || null, form.walletAddress, form.destinationTag);
  // Papers are asked for where they help: an order that is refused anyway says so instead.
  const faults = buyFaults(form, { ...judged, large: large && !offer.shown?.refusal });
  const { mutateAsync, isPending } = useMutation(api.trading.placeBuyOrder.mutationOptions(placing));
  const order = useOrderOnce<PlaceBody>({
    send: (body) => mutateAsync(body),
    failed: tradingNotices.createFailed,
    offer,
    heedsVerdict: true,
    placed: (orderId) => {
      setForm(emptyBuy);
      setAsked(new Set());
      placed(orderId);
    },
  });
  const submit = () => {
    setAsked(new Set(faults.map(({ field }) => field)));
    if (faults.length === 0)
      return order(JSON.stringify(form), (quoteId, key) => bodyOf(form, large, { quoteId, key }));
    sayIncomplete([...new Set(faults.map(({ name }) => name))]);
    return focusFirst(faults[0]?.field, 'buy');
  };
  return {
    form,
    offer,
    large,
    address: judged.address,
    tagWords: judged.tagFault ? tradingMessages[judged.tagFault].text : undefined,
    busy: isPending || (faults.length === 0 && offer.pricing),
    errorOf: (field: keyof BuyForm) =>
      asked.has(field) ? faults.find((fault) => fault.field === field)?.text : undefined,
    change: (field: keyof BuyForm, value: string) =>
      setForm((now) => changeBuy(now, field, field === 'walletAddress' ? addressFromPaste(value) : value)),
    patch: (part: Partial<BuyForm>) => setForm((now) => ({ ...now, ...part })),
    submit,
  };
}

export type Buying = ReturnType<typeof useBuy>;
