import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { api } from '../../../ui/client.ts';
import { company } from '../../../ui/company.ts';
import { momentText } from '../../../ui/format.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { MovedLines } from '../../movements/screens/moved-lines.tsx';
import { paymentsMessages } from '../messages.ts';
import { CallOff } from './call-off.tsx';
import { NoSuchPayment } from './no-such-payment.tsx';
import { PayPanel } from './pay-panel.tsx';
import { type ShownPayment, situationOf } from './shown-payment.ts';
import { StateSheet } from './state-sheet.tsx';

export const meta = () => [{ title: 'Your payment - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function Move({ shown }: { shown: ShownPayment }) {
  const situation = situationOf(shown.payment);
  if (situation !== 'to_pay') return <StateSheet shown={shown} situation={situation} />;
  return (
    <section className="sheet neat">
      <p className="turn">Your move</p>
      <h2 className="move">
        Pay <MoneyText money={shown.payment.amount} cents="whole" />
      </h2>
      <PayPanel shown={shown} />
    </section>
  );
}

function PaymentView({ shown }: { shown: ShownPayment }) {
  const { payment, moved, mayCallOff } = shown;
  const ask = `mailto:${company().supportEmail}?subject=${encodeURIComponent(`Payment ${payment.reference}`)}`;
  return (
    <div className="wrap">
      <div className="head">
        <Link className="link t-xs" to="/subscriptions">
          Plans and workshops
        </Link>
        <h1 className="after-link">{payment.title}</h1>
        <p className="num facts">
          <span>
            Payment <b>{payment.reference}</b>
          </span>
          <span>Begun {momentText(payment.begunAt)}</span>
        </p>
      </div>
      <div className="order">
        <Move shown={shown} />
        <aside className="stack order-aside">
          {moved.length > 0 && <MovedLines moved={moved} />}
          {moved.length > 0 && (
            <Link className="link" to={`/payments/${payment.id}/receipt`}>
              Receipt
            </Link>
          )}
          {mayCallOff && <CallOff paymentId={payment.id} reference={payment.reference} />}
          <p className="t-xs ink-2">
            Something not right?{' '}
            <a className="link" href={ask}>
              Ask about this payment
            </a>
            . We never ask for your password, your seed phrase or a code from your phone, and we never change our
            account by message.
          </p>
        </aside>
      </div>
    </div>
  );
}

function OnePayment({ paymentId }: { paymentId: string }) {
  const asked = useQuery(api.payments.showOwn.queryOptions({ input: { paymentId } }));
  if (asked.data) return <PaymentView shown={asked.data} />;
  const status = (asked.error as { status?: number } | null)?.status;
  if (status === 404 || status === 400) return <NoSuchPayment />;
  return (
    <div className="wrap head">
      <NotYet asked={asked} text={paymentsMessages['payments.not_found'].text} lines={[46, 30, 100, 100, 92]} />
    </div>
  );
}

export default function PaymentScreen() {
  const { paymentId = '' } = useParams();
  return useViewer().session === 'in' ? <OnePayment key={paymentId} paymentId={paymentId} /> : <SignInNeeded />;
}
