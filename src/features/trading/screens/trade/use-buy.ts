import { useEffect } from 'react';
import { api } from '../../../../ui/client.ts';
import { focusOn } from '../../../../ui/focus-on.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { tradingMessages, tradingNotices } from '../../messages.ts';
import { questions } from '../../wallets/coercion.ts';
import { answersBody } from './answers.ts';
import { type BuyForm, buyAsk, buyRules, emptyBuy } from './buy-form.ts';
import { forgetBuy, keepBuy, keptBuy } from './kept-buy.ts';
import { namesOf, papersBody } from './papers.ts';
import { sayIncomplete } from './say.ts';
import { useAddress } from './use-address.ts';
import { useNewAddress } from './use-new-address.ts';
import { useBuyOffer } from './use-offer.ts';
import { usePlacing } from './use-placing.ts';

/** A new order, and how it is paid. */
export type NewBuy = Pick<BuyForm, 'paymentMethod'> & { readonly orderId: string };

/** The buy form: its values, its price, what is wrong with it, and sending it. */
export function useBuy(placed: (order: NewBuy) => void) {
  const { quoteOf, took, refused } = usePlacing(tradingNotices.createFailed, 'buy');
  const made = useCommandForm((form: BuyForm) => buyRules(form, known()), api.trading.placeBuyOrder, {
    start: keptBuy(),
    ids: 'buy',
    invalid: (wrong) => sayIncomplete(namesOf(wrong)),
    body: (form, key) => {
      const quoteId = quoteOf(offer, true);
      const { network, walletAddress, destinationTag, paymentMethod, another } = form;
      if (quoteId === null || network === '') return null;
      if (newAddress.waits()) {
        focusOn('buy-new-address');
        return null;
      }
      const to = { network, walletAddress, destinationTag };
      return {
        key,
        quoteId,
        ...to,
        paymentMethod,
        ...papersBody(form, offer.large),
        ...answersBody(form, newAddress.warning),
        another,
      };
    },
    done: (taken) => {
      const { paymentMethod } = made.form.values();
      took(taken);
      made.form.reset(emptyBuy);
      placed({ orderId: taken.orderId, paymentMethod });
    },
    refused: ({ code }, error) => {
      if (code === 'trading.lesson_first') keepBuy(made.form.values());
      // It was published, or changed, since the address was typed: shown now, and asked about.
      if (code === 'trading.warning_unanswered') newAddress.again();
      return refused(error, offer);
    },
  });
  useEffect(forgetBuy, []);
  const values = made.form.values();
  const offer = useBuyOffer(buyAsk(values));
  const judged = useAddress(values.network || null, values.walletAddress, values.destinationTag);
  const newAddress = useNewAddress(values, judged);
  // Papers are asked for where they help: an order that is refused anyway says so instead, and until its price is here
  // nobody knows whether it is.
  const large = offer.shown?.needsSourceOfFunds === true && !offer.shown.refusal;
  const known = () => ({ ...judged, warning: newAddress.warning, large });
  return {
    ...made,
    values,
    offer,
    address: judged.address,
    newAddress,
    /** Answers are to the warning of one wallet. */
    moved: () => {
      for (const name of questions) made.form.set(name, '');
    },
    tagWords: judged.tagFault ? tradingMessages[judged.tagFault].text : undefined,
    busy: made.busy || (offer.pricing && made.wrong().length === 0),
  };
}

export type Buying = ReturnType<typeof useBuy>;
