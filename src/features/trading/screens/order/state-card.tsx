import { formatMessage, formatMessages } from '../../../../kernel/message-template.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { CopyRow } from '../../../../ui/copy-button.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatMoney } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { networks } from '../../../assets/networks.ts';
import { formatAmount } from '../../../ledger/amount.ts';
import { formatMovedAt, getReferenceLabel } from '../../../ledger/movement.ts';
import { payeeWaits, payMessages } from '../../customer-messages.ts';
import { type Situation, situationOf } from '../../order/situation.ts';
import { lateClaims, orderMoments, orderSituations } from '../../order-messages.ts';
import { getCopyableMovement, getCurrentReason, isCancelledByCustomer, type ShownOrder } from './shown-order.ts';

export const ClaimForm = lazyPart(() => import('./claim-form.tsx').then((parts) => parts.ClaimForm));

function getEntry(shown: ShownOrder, situation: Exclude<Situation, 'to_pay'>): keyof typeof orderSituations {
  const { order, moved, asked } = shown;
  if (asked) return 'asked';
  if (situation === 'claimed' && order.paymentMethod === 'card') return 'claimed_card';
  if (situation === 'claimed' || situation === 'completed') return `${situation}_${order.side}`;
  if (situation === 'preparing') return `${order.payOut === 'sent' ? 'leaving' : 'preparing'}_${order.side}`;
  if (situation === 'untouched' && isCancelledByCustomer(shown)) return 'cancelled_by_customer';
  if (situation === 'to_return' && order.status === 'failed') return 'failed';
  const back = moved.findLast(({ kind }) => kind === 'back');
  if (situation === 'returned' && back) return back.party ? 'returned_to' : 'returned_on';
  return situation;
}

type SituationText = { title: string; where: string; next?: string };

function formatSituation(shown: ShownOrder, situation: Exclude<Situation, 'to_pay'>): SituationText {
  const { order, promise, moved, balance } = shown;
  const { symbol } = order.coins;
  const dated = 'at' in promise && !promise.late;
  const back = moved.findLast(({ kind }) => kind === 'back');
  return formatMessages(orderSituations[getEntry(shown, situation)], {
    ...(order.side === 'buy'
      ? { given: 'money', gets: symbol, keeper: 'bank' }
      : { given: symbol, gets: formatMoney(order.net), keeper: 'wallet' }),
    by: dated ? formatMessage(orderMoments.by, { moment: formatDateTime(promise.at) }) : orderMoments.soon,
    symbol,
    minutes: String(networks[order.network].usualMinutes),
    kept: formatAmount(balance.kept),
    returned: formatAmount(balance.returned),
    moment: back ? formatMovedAt(back) : '',
    party: back?.party ?? '',
  });
}

/** Accepts a proof for an ended order, so that staff look for late money (decision A2). */
function LateClaim({ order }: { order: ShownOrder['order'] }) {
  const { title, text, label, button } = lateClaims[order.side];
  return (
    <>
      <hr className="bleed" />
      <h3>{title}</h3>
      <p className="ink-2 under">{text}</p>
      <ClaimForm orderId={order.id} label={label} button={button} look="line" />
    </>
  );
}

export function StateCard({ shown }: { shown: ShownOrder }) {
  const { order, nextActor, mayClaim, keptUntil, payeeWaitUntil, asked } = shown;
  const situation = situationOf(order);
  if (situation === 'to_pay') return null;
  const { title, where, next } = formatSituation(shown, situation);
  const reason = asked ?? getCurrentReason(shown);
  const isUnpaidEnd = situation === 'lapsed' || situation === 'untouched';
  const isWaiting = situation === 'received' || situation === 'preparing';
  const toProve = situation === 'to_prove';
  const isWaitingForCustomer = toProve || asked !== null;
  const copyable = getCopyableMovement(shown);
  return (
    <section className="sheet neat">
      {isWaitingForCustomer && <p className="turn">Waiting for you</p>}
      {!isWaitingForCustomer && nextActor === 'staff' && <p className="turn ours">Waiting for us</p>}
      <h2 className="move">{title}</h2>
      {reason && (
        <div className="under">
          <Notice kind={isWaitingForCustomer || order.status === 'failed' ? 'bad' : 'note'}>{reason}</Notice>
        </div>
      )}
      <p className="ink-2 under">{where}</p>
      {next && <p className="under">{next}</p>}
      {isWaiting && keptUntil && (
        <p className="under">{formatMessage(payMessages.kept, { until: formatDateTime(keptUntil) })}</p>
      )}
      {isWaiting && payeeWaitUntil && (
        <p className="under">{formatMessage(payeeWaits[order.side], { until: formatDateTime(payeeWaitUntil) })}</p>
      )}
      {copyable?.reference && (
        <dl className="copies">
          <CopyRow name={getReferenceLabel(copyable.rail)} text={copyable.reference} />
        </dl>
      )}
      {toProve && <ClaimForm orderId={order.id} label="Wallet proof" button="Send proof" />}
      {(isUnpaidEnd || situation === 'completed') && (
        <p className="acts-row">
          <ButtonLink to="/trading" variant={isUnpaidEnd ? 'primary' : 'line'}>
            Start a new order
          </ButtonLink>
        </p>
      )}
      {isUnpaidEnd && mayClaim && <LateClaim order={order} />}
    </section>
  );
}
