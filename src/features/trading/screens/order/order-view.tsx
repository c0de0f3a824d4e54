import { Badge } from '../../../../ui/badge.tsx';
import { company } from '../../../../ui/company.ts';
import { later } from '../../../../ui/later.tsx';
import { Lanes } from '../../../../ui/way.tsx';
import { isCooling } from '../../wallets/coercion.ts';
import { Agreed } from './agreed.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { ChoiceSheet } from './choice-sheet.tsx';
import { calendarOf } from './lanes.ts';
import { Moved } from './moved.tsx';
import { OrderHead } from './order-head.tsx';
import { PaySheet } from './pay-sheet.tsx';
import type { ShownOrder } from './shown-order.ts';
import { situationOf } from './shown-order.ts';
import { StateSheet } from './state-sheet.tsx';

/** Come with the few orders whose wallet was warned of. */
const Cooling = later(() => import('./warned.tsx').then((parts) => parts.Cooling));
const Warned = later(() => import('./warned.tsx').then((parts) => parts.Warned));

function Move({ shown, now }: { shown: ShownOrder; now: Date }) {
  if (shown.choice) return <ChoiceSheet shown={shown} choice={shown.choice} />;
  return situationOf(shown.order) === 'to_pay' ? <PaySheet shown={shown} now={now} /> : <StateSheet shown={shown} />;
}

/** One order: the promise, the one move, the three tracks on one calendar, what was agreed. */
export function OrderView({ shown, now }: { shown: ShownOrder; now: Date }) {
  const { order } = shown;
  const { days, tracks } = calendarOf(shown, now);
  const cooling = shown.mayCancel && isCooling(order, now) ? order.coolsUntil : null;
  const lanes = tracks.map(({ name, badge, steps }) => ({
    name,
    badge: <Badge kind={badge.kind}>{badge.text}</Badge>,
    steps,
  }));
  const ask = `mailto:${company().supportEmail}?subject=${encodeURIComponent(`Order ${order.reference}`)}`;
  return (
    <div className="wrap">
      <OrderHead shown={shown} />
      <div className="order">
        {cooling ? (
          <div className="stack">
            <Cooling until={cooling} />
            <Move shown={shown} now={now} />
          </div>
        ) : (
          <Move shown={shown} now={now} />
        )}
        <Lanes label="Where your order is" days={days} lanes={lanes} />
        <aside className="stack order-aside">
          <Agreed shown={shown} />
          <Moved shown={shown} />
          {shown.warned && <Warned warned={shown.warned} />}
          {shown.mayCancel && <CancelOrder orderId={order.id} reference={order.reference} cooling={cooling} />}
          <div className="t-xs ink-2">
            <p>
              Something not right?{' '}
              <a className="link" href={ask}>
                Ask about this order
              </a>
              .
            </p>
            <p className="under">
              We never ask for your password, your seed phrase or a code from your phone, and we never change our
              account by message.
            </p>
          </div>
        </aside>
      </div>
    </div>
  );
}
