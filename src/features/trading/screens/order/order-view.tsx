import { Badge } from '../../../../ui/badge.tsx';
import { getCompany } from '../../../../ui/company.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { TimelineLanes } from '../../../../ui/timeline.tsx';
import { isCoolingOff } from '../../wallets/scam-questions.ts';
import { AgreedTerms } from './agreed-terms.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { ChoiceCard } from './choice-card.tsx';
import { OrderHead } from './order-head.tsx';
import { OrderMovements } from './order-movements.tsx';
import { getCalendar } from './order-timeline.ts';
import { PayCard } from './pay-card.tsx';
import type { ShownOrder } from './shown-order.ts';
import { situationOf } from './shown-order.ts';
import { StateCard } from './state-card.tsx';

const CoolingOffNotice = lazyPart(() => import('./order-warning.tsx').then((parts) => parts.CoolingOffNotice));
const ShownWarning = lazyPart(() => import('./order-warning.tsx').then((parts) => parts.ShownWarning));

function CurrentCard({ shown, now }: { shown: ShownOrder; now: Date }) {
  if (shown.choice) return <ChoiceCard shown={shown} choice={shown.choice} />;
  return situationOf(shown.order) === 'to_pay' ? <PayCard shown={shown} now={now} /> : <StateCard shown={shown} />;
}

export function OrderView({ shown, now }: { shown: ShownOrder; now: Date }) {
  const { order } = shown;
  const { days, tracks } = getCalendar(shown, now);
  const cooling = shown.mayCancel && isCoolingOff(order, now) ? order.coolsUntil : null;
  const lanes = tracks.map(({ name, badge, steps }) => ({
    name,
    badge: <Badge kind={badge.kind}>{badge.text}</Badge>,
    steps,
  }));
  const supportUrl = `mailto:${getCompany().supportEmail}?subject=${encodeURIComponent(`Order ${order.reference}`)}`;
  return (
    <div className="wrap">
      <OrderHead shown={shown} />
      <div className="order">
        {cooling ? (
          <div className="stack">
            <CoolingOffNotice until={cooling} />
            <CurrentCard shown={shown} now={now} />
          </div>
        ) : (
          <CurrentCard shown={shown} now={now} />
        )}
        <TimelineLanes label="Order status" days={days} lanes={lanes} />
        <aside className="stack order-aside">
          <AgreedTerms shown={shown} />
          <OrderMovements shown={shown} />
          {shown.warned && <ShownWarning warned={shown.warned} />}
          {shown.mayCancel && <CancelOrder orderId={order.id} reference={order.reference} cooling={cooling} />}
          <div className="t-xs ink-2">
            <p>
              Something not right?{' '}
              <a className="link" href={supportUrl}>
                Ask about this order
              </a>
              .
            </p>
            <p className="under">
              We'll never ask for your password, your recovery phrase or a code from your phone. We'll never change our
              bank account by message.
            </p>
          </div>
        </aside>
      </div>
    </div>
  );
}
