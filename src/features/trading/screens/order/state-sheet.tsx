import type { ReactNode } from 'react';
import { ButtonLink } from '../../../../ui/button.tsx';
import { CopyRow } from '../../../../ui/copy-button.tsx';
import { momentText } from '../../../../ui/format.ts';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { networks } from '../../coins/networks.ts';
import { amountWords } from '../../movements/amount.ts';
import { movedWhen } from '../../movements/movement.ts';
import { ClaimForm } from './claim-form.tsx';
import { calledOff, reasonNow, type ShownOrder, type Situation, situationOf } from './shown-order.ts';

type Words = { title: string; where: ReactNode; next?: ReactNode };
type Told = (shown: ShownOrder, gift: Gift) => Words;
/** What the customer gives and gets, in words. */
type Gift = { given: string; gets: string; by: string };

const dated = ({ promise }: ShownOrder): string =>
  'at' in promise && !promise.late ? ` by ${momentText(promise.at)}` : ' as soon as we can';

const giftOf = (shown: ShownOrder): Gift => {
  const { side, coins, net } = shown.order;
  const buys = side === 'buy';
  return { given: buys ? 'money' : coins.symbol, gets: buys ? coins.symbol : moneyWords(net), by: dated(shown) };
};

const noNeed = 'You need not do anything.';

/** For each situation: what it is, where the money is now, and what happens next. */
const words: Record<Exclude<Situation, 'to_pay'>, Told> = {
  to_prove: ({ order }) => ({
    title: 'Show us your transfer once more',
    where: `Coins that you sent to our ${order.coins.symbol} wallet are not lost: we need a proof that lets us find them.`,
  }),
  claimed: ({ order }, { gets, by }) => ({
    title: order.side === 'buy' ? 'We look for your transfer at the bank' : 'We look for your coins on the network',
    where:
      order.side === 'buy'
        ? 'Your proof is with us. Your money counts as received when we see it in our account.'
        : 'Your proof is with us. Your coins count as received when the network has confirmed them.',
    next: `${noNeed} Then ${gets} goes to you${by}.`,
  }),
  received: (_shown, { given, gets, by }) => ({
    title: `We have your ${given} and review the order`,
    where: `Your ${given} is with us.`,
    next: `${noNeed} ${gets} goes to you${by}.`,
  }),
  preparing: ({ order }, { given, gets, by }) => ({
    title: order.payOut === 'sent' ? `${gets} has left` : `We get ${gets} ready for you`,
    where: `Your ${given} is with us. One of us prepares the payout and another approves it.`,
    next: `${noNeed} It goes to ${order.side === 'buy' ? 'your wallet' : 'your bank account'}${by}.`,
  }),
  completed: ({ order }) => ({
    title: order.side === 'buy' ? `Your ${order.coins.symbol} left for your wallet` : 'Your money left for your bank',
    where:
      order.side === 'buy'
        ? `It arrives once the network has confirmed it, usually within ${networks[order.network].usualMinutes} minutes.`
        : 'It shows in your account once your bank has booked it.',
  }),
  lapsed: () => ({
    title: 'This order lapsed. Nothing was taken.',
    where: 'We did not hear of a payment in time, so the order ended. You owe nothing.',
    next: 'You can start a new order at the price of the day.',
  }),
  untouched: (shown) => ({
    title: calledOff(shown) ? 'You cancelled this order' : 'This order was cancelled',
    where: 'Nothing was taken and you owe nothing.',
  }),
  late_claim: (_shown, { given, by }) => ({
    title: `We look for your ${given}`,
    where: `The order has ended, and you told us that you sent ${given} for it. If it is with us, we find it.`,
    next: `${noNeed} We look${by}. What we find goes back to where it came from.`,
  }),
  to_return: ({ order, balance }, { given, by }) => ({
    title: `Your ${given} goes back to you`,
    where: `This order ${order.status === 'failed' ? 'could not be carried out' : 'has ended'}. ${amountWords(balance.kept)} is with us.`,
    next: `${noNeed} We send it back to where it came from${by}.`,
  }),
  returned: ({ moved, balance }, { given }) => {
    const back = moved.findLast(({ kind }) => kind === 'back');
    return {
      title: `${amountWords(balance.returned)} was sent back`,
      where: `${back ? `It left ${movedWhen(back)}${back.party ? ` for ${back.party}` : ''}, where it came from.` : 'It went back to where it came from.'} Your ${given === 'money' ? 'bank' : 'wallet'} shows it once it is booked.`,
    };
  },
};

/** Late or unclear money is never lost: a proof can be given after an order has ended. */
function LateClaim({ order }: { order: ShownOrder['order'] }) {
  const buys = order.side === 'buy';
  return (
    <>
      <hr className="bleed" />
      <h3>{buys ? 'Did you send the money?' : 'Did you send the coins?'}</h3>
      <p className="ink-2 under">
        Upload the proof here. We attach it to this order, look for your {buys ? 'payment' : 'coins'} and send back what
        we find.
      </p>
      <ClaimForm
        orderId={order.id}
        label={buys ? 'Payment confirmation' : 'Wallet proof'}
        button={buys ? 'I did send the money' : 'I did send the coins'}
        look="line"
      />
    </>
  );
}

/** Every situation but paying: whose move it is, where the money is, what happens next. */
export function StateSheet({ shown }: { shown: ShownOrder }) {
  const { order, whoseMove, mayClaim, moved } = shown;
  const situation = situationOf(order);
  if (situation === 'to_pay') return null;
  const { title, where, next } = words[situation](shown, giftOf(shown));
  const reason = reasonNow(shown);
  const over = situation === 'lapsed' || situation === 'untouched';
  const yours = situation === 'to_prove';
  const left = situation === 'completed' ? 'out' : situation === 'returned' ? 'back' : null;
  const last = moved.findLast(({ kind }) => kind === left);
  return (
    <section className="sheet neat">
      {yours && <p className="turn">Your move</p>}
      {!yours && whoseMove === 'staff' && <p className="turn ours">Our move</p>}
      <h2 className="move">{title}</h2>
      {reason && (
        <div className="under">
          <Notice kind={yours || order.status === 'failed' ? 'bad' : 'note'}>{reason}</Notice>
        </div>
      )}
      <p className="ink-2 under">{where}</p>
      {next && <p className="under">{next}</p>}
      {last?.reference && (
        <dl className="copies">
          <CopyRow name={last.rail === 'bank' ? 'Bank reference' : 'Transaction hash'} text={last.reference} />
        </dl>
      )}
      {yours && <ClaimForm orderId={order.id} label="Wallet proof" button="Send the proof" />}
      {(over || situation === 'completed') && (
        <p className="acts-row">
          <ButtonLink to="/trading" look={over ? 'primary' : 'line'}>
            Start a new order
          </ButtonLink>
        </p>
      )}
      {over && mayClaim && <LateClaim order={order} />}
    </section>
  );
}
