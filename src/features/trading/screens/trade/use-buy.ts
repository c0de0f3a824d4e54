import { api } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { tradingMessages, tradingNotices } from '../../messages.ts';
import { type BuyForm, buyAsk, buyRules, emptyBuy } from './buy-form.ts';
import { namesOf, papersBody } from './papers.ts';
import { sayIncomplete } from './say.ts';
import { useAddress } from './use-address.ts';
import { useBuyOffer } from './use-offer.ts';
import { usePlacing } from './use-placing.ts';

/** A new order, and how it is paid. */
export type NewBuy = Pick<BuyForm, 'paymentMethod'> & { readonly orderId: string };

/** The buy form: its values, its price, what is wrong with it, and sending it. */
export function useBuy(placed: (order: NewBuy) => void) {
  const { quoteOf, took, refused } = usePlacing(tradingNotices.createFailed);
  const made = useCommandForm((form: BuyForm) => buyRules(form, known()), api.trading.placeBuyOrder, {
    start: emptyBuy,
    ids: 'buy',
    invalid: (wrong) => sayIncomplete(namesOf(wrong)),
    body: (form, key) => {
      const quoteId = quoteOf(offer, true);
      const { network, walletAddress, destinationTag, paymentMethod, another } = form;
      if (quoteId === null || network === '') return null;
      const to = { network, walletAddress, destinationTag };
      return { key, quoteId, ...to, paymentMethod, ...papersBody(form, offer.large), another };
    },
    done: (taken) => {
      const { paymentMethod } = made.form.values();
      took(taken);
      made.form.reset();
      placed({ orderId: taken.orderId, paymentMethod });
    },
    refused: (_words, error) => refused(error, offer),
  });
  const values = made.form.values();
  const offer = useBuyOffer(buyAsk(values));
  const judged = useAddress(values.network || null, values.walletAddress, values.destinationTag);
  // Papers are asked for where they help: an order that is refused anyway says so instead.
  const known = () => ({ ...judged, large: offer.large && !offer.shown?.refusal });
  return {
    ...made,
    values,
    offer,
    address: judged.address,
    tagWords: judged.tagFault ? tradingMessages[judged.tagFault].text : undefined,
    busy: made.busy || (offer.pricing && made.wrong().length === 0),
  };
}

export type Buying = ReturnType<typeof useBuy>;
