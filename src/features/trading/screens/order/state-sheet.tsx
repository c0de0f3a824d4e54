import { said } from '../../../../kernel/said.ts';
import { worded } from '../../../../kernel/worded.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { CopyRow } from '../../../../ui/copy-button.tsx';
import { momentText } from '../../../../ui/format.ts';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { networks } from '../../../coins/networks.ts';
import { amountWords } from '../../../movements/amount.ts';
import { movedWhen, referenceWords } from '../../../movements/movement.ts';
import { orderMoments, orderSituations } from '../../order-messages.ts';
import { payWords } from '../../own-messages.ts';
import { ClaimForm } from './claim-form.tsx';
import { calledOff, lineToCopy, reasonNow, type ShownOrder, type Situation, situationOf } from './shown-order.ts';

/** The entry that tells a situation: some go by side, or by how they came about. */
function entryOf(shown: ShownOrder, situation: Exclude<Situation, 'to_pay'>): keyof typeof orderSituations {
  const { order, moved, asked } = shown;
  if (asked) return 'asked';
  if (situation === 'claimed' && order.paymentMethod === 'card') return 'claimed_card';
  if (situation === 'claimed' || situation === 'completed') return `${situation}_${order.side}`;
  if (situation === 'preparing' && order.payOut === 'sent') return 'leaving';
  if (situation === 'untouched' && calledOff(shown)) return 'called_off';
  if (situation === 'to_return' && order.status === 'failed') return 'failed';
  return situation === 'returned' && moved.some(({ kind }) => kind === 'back') ? 'returned_on' : situation;
}

type Words = { title: string; where: string; next?: string };

/** What the situation is, where the money is now, and what happens next. */
function wordsOf(shown: ShownOrder, situation: Exclude<Situation, 'to_pay'>): Words {
  const { order, promise, moved, balance } = shown;
  const { symbol } = order.coins;
  const dated = 'at' in promise && !promise.late;
  const back = moved.findLast(({ kind }) => kind === 'back');
  return said(orderSituations[entryOf(shown, situation)], {
    ...(order.side === 'buy'
      ? { given: 'money', gets: symbol, place: 'your wallet', keeper: 'bank' }
      : { given: symbol, gets: moneyWords(order.net), place: 'your bank account', keeper: 'wallet' }),
    by: dated ? worded(orderMoments.by, { moment: momentText(promise.at) }) : orderMoments.soon,
    symbol,
    minutes: String(networks[order.network].usualMinutes),
    kept: amountWords(balance.kept),
    returned: amountWords(balance.returned),
    back: back ? [movedWhen(back), ...(back.party ? ['for', back.party] : [])].join(' ') : '',
  });
}

/** Late or unclear money is never lost (decision A2): a proof can be given after an order has ended. */
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
  const { order, whoseMove, mayClaim, keptUntil, asked } = shown;
  const situation = situationOf(order);
  if (situation === 'to_pay') return null;
  const { title, where, next } = wordsOf(shown, situation);
  const reason = asked ?? reasonNow(shown);
  const over = situation === 'lapsed' || situation === 'untouched';
  const waits = situation === 'received' || situation === 'preparing';
  const toProve = situation === 'to_prove';
  const yours = toProve || asked !== null;
  const last = lineToCopy(shown);
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
      {waits && keptUntil && <p className="under">{worded(payWords.kept, { until: momentText(keptUntil) })}</p>}
      {last?.reference && (
        <dl className="copies">
          <CopyRow name={referenceWords(last.rail)} text={last.reference} />
        </dl>
      )}
      {toProve && <ClaimForm orderId={order.id} label="Wallet proof" button="Send the proof" />}
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
