import { useEffect, useLayoutEffect } from 'react';
import { sameMoney } from '../../../../kernel/money.ts';
import { api } from '../../../../ui/client.ts';
import { focusOn } from '../../../../ui/focus-on.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { takeTyped } from '../../../../ui/given.ts';
import { useKeepsAway } from '../../../../ui/kept-away.ts';
import { tradingMessages, tradingNotices } from '../../messages.ts';
import { questions } from '../../wallets/coercion.ts';
import { reduced } from './address-field.tsx';
import { twinIn } from './another-one.tsx';
import { answersBody } from './answers.ts';
import { type BuyForm, buyAsk, buyRules, emptyBuy, withTyped } from './buy-form.ts';
import { useGivenAway } from './given-away.ts';
import { forgetBuy, keepBuy, keptBuy } from './kept-buy.ts';
import { namesOf, papersBody } from './papers.ts';
import { sayIncomplete } from './say.ts';
import type { BuyQuote, OrderLine } from './shapes.ts';
import { useAddress } from './use-address.ts';
import { useNewAddress } from './use-new-address.ts';
import { useBuyOffer } from './use-offer.ts';
import { usePlacing } from './use-placing.ts';

/** A new order, and how it is paid. */
export type NewBuy = Pick<BuyForm, 'paymentMethod'> & { readonly orderId: string };

/** The session may end in the middle of it: what was typed stands here again after signing in. */
function useKept(values: () => BuyForm): void {
  useEffect(forgetBuy, []);
  useKeepsAway(() => keepBuy(values()));
}

type Form = { values: () => BuyForm; reset: (to: BuyForm) => void };

/** What was typed into the form that the page came with stands here from the first paint of this one. */
function useTyped(form: Form): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form takes the place of the other one.
  useLayoutEffect(() => {
    const typed = takeTyped();
    if (Object.keys(typed).length === 0) return;
    const values = withTyped(form.values(), typed);
    // What was pasted is taken as it is when this form hears of it: a link for the address in it.
    form.reset({ ...values, walletAddress: reduced(values.walletAddress, values.network) });
  }, []);
}

/** The buy form: its values, its price, what is wrong with it, and sending it on submit [001 §4 Card buy flow]. */
export function useBuy(recent: readonly OrderLine[], placed: (order: NewBuy) => void) {
  const { quoteOf, took, refused } = usePlacing(tradingNotices.createFailed, 'buy');
  const made = useCommandForm((form: BuyForm) => buyRules(form, known()), api.trading.placeBuyOrder, {
    start: keptBuy(emptyBuy),
    ids: 'buy',
    invalid: (wrong) => sayIncomplete(namesOf(wrong)),
    body: (form, key) => {
      // The server shows the order that another tab placed, whatever limit it has used up.
      const quoteId = quoteOf(offer, meant === null);
      const { network, walletAddress, destinationTag, paymentMethod, another } = form;
      if (quoteId === null || network === '') return null;
      if (newAddress.waits()) {
        focusOn('buy-new-address');
        return null;
      }
      return {
        key,
        quoteId,
        ...{ network, walletAddress, destinationTag },
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
  useTyped(made.form);
  useKept(made.form.values);
  const values = made.form.values();
  const givenAway = useGivenAway(values.symbol);
  const offer = useBuyOffer(buyAsk(values, givenAway));
  const judged = useAddress(values.network || null, values.walletAddress, values.destinationTag);
  const newAddress = useNewAddress(values, judged);
  // Papers are asked for where they help: an order that is refused anyway says so instead, and until its price is here
  // nobody knows whether it is.
  const large = offer.shown?.needsSourceOfFunds === true && !offer.shown.refusal;
  const twin = twinIn(recent, (line) => isLike(line, values.symbol, offer.shown));
  const meant = values.another ? null : twin;
  const known = () => ({ ...judged, warning: newAddress.warning, large });
  return {
    ...made,
    values,
    givenAway,
    offer,
    address: judged.address,
    newAddress,
    /** Answers are to the warning of one wallet. */
    moved: () => {
      for (const name of questions) made.form.set(name, '');
    },
    /** The same order, placed minutes ago. */
    twin,
    /** That order, as long as nobody said that a second one is meant. */
    meant,
    tagWords: judged.tagFault ? tradingMessages[judged.tagFault].text : undefined,
    busy: made.busy || (offer.pricing && made.wrong().length === 0),
  };
}

export type Buying = ReturnType<typeof useBuy>;

const isLike = ({ side, coins, fiat }: OrderLine, symbol: string, quote: BuyQuote | null): boolean =>
  side === 'buy' && coins.symbol === symbol && quote !== null && sameMoney(fiat, quote.fiat);
