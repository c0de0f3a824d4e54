import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { formatMessages } from '../../../kernel/message-template.ts';
import { api } from '../../../ui/client.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { formatMoney, MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { formatAmount } from '../../ledger/amount.ts';
import { formatMovementDetails } from '../../ledger/movement.ts';
import { MovementList } from '../../ledger/screens/movement-list.tsx';
import { paymentSituations } from '../customer-messages.ts';
import { paymentsMessages } from '../messages.ts';
import { CancelPayment } from './cancel-payment.tsx';
import { PayPanel } from './pay-panel.tsx';
import { PaymentNotFound } from './payment-not-found.tsx';
import { PaymentProof } from './payment-proof.tsx';
import { getSituation, type ShownPayment, type Situation } from './shown-payment.ts';

const MahoniClaim = lazyPart(async () => (await import('./mahoni-proof-form.tsx')).MahoniProofForm);

function PaymentStatus({ shown, situation }: { shown: ShownPayment; situation: Exclude<Situation, 'to_pay'> }) {
  const { payment, moved, mayClaim } = shown;
  const back = moved.findLast(({ kind }) => kind === 'back');
  const { wentBack } = payment;
  const fullAmount = payment.coins ? formatAmount(payment.coins.amount) : formatMoney(payment.amount);
  // A late payment may differ from the amount due.
  const arrived = moved.find(({ kind }) => kind === 'in')?.amount;
  const held = wentBack?.kept ?? arrived;
  const labels = formatMessages(paymentSituations[situation], {
    title: payment.title,
    amount: held && situation === 'to_return' ? formatAmount(held) : fullAmount,
    returned: wentBack ? formatAmount(wentBack.returned) : '',
    kept: wentBack ? formatAmount(wentBack.kept) : '',
    back: back ? `${formatAmount(back.amount)}, ${formatMovementDetails(back)}.` : '',
  });
  const isOurMove = situation === 'claimed' || situation === 'late_claim' || situation === 'to_return';
  return (
    <section className="sheet neat">
      {isOurMove && <p className="turn ours">Waiting for us</p>}
      <h2 className="move">{labels.title}</h2>
      {payment.reason && (
        <div className="under">
          <Notice kind="note">{payment.reason}</Notice>
        </div>
      )}
      <p className="ink-2 under">{labels.where}</p>
      {'next' in labels && <p className="under">{labels.next}</p>}
      {mayClaim && (
        <>
          <hr className="bleed" />
          <h3>Did you send the money?</h3>
          <p className="ink-2 under">
            Upload your proof here. We'll look for your payment and refund it if we find it.
          </p>
          {payment.coins ? (
            <MahoniClaim payment={payment} button="I have sent the MHI" />
          ) : (
            <PaymentProof payment={payment} label="Payment confirmation" button="I have sent the money" look="line" />
          )}
        </>
      )}
    </section>
  );
}

export const meta = () => [{ title: 'Your payment - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function PaymentStep({ shown }: { shown: ShownPayment }) {
  const situation = getSituation(shown.payment);
  if (situation !== 'to_pay') return <PaymentStatus shown={shown} situation={situation} />;
  return (
    <section className="sheet neat">
      <p className="turn">Waiting for you</p>
      <h2 className="move">
        Pay <MoneyText money={shown.payment.amount} cents="whole" />
      </h2>
      <PayPanel shown={shown} />
    </section>
  );
}

function PaymentView({ shown }: { shown: ShownPayment }) {
  const { payment, moved, mayCallOff } = shown;
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
          <span>Started {formatDateTime(payment.startedAt)}</span>
        </p>
      </div>
      <div className="order">
        <PaymentStep shown={shown} />
        <aside className="stack order-aside">
          {moved.length > 0 && <MovementList moved={moved} />}
          {moved.length > 0 && (
            <Link className="link" to={`/payments/${payment.id}/receipt`}>
              Receipt
            </Link>
          )}
          {mayCallOff && <CancelPayment paymentId={payment.id} reference={payment.reference} />}
          <p className="t-xs ink-2">
            Something not right?{' '}
            <Link className="link" to={`/help/new?about=payment:${payment.id}`}>
              Get help with this payment
            </Link>
            . We never ask for your password, your seed phrase or a code from your phone. We never change our bank
            account by message.
          </p>
        </aside>
      </div>
    </div>
  );
}

function OnePayment({ paymentId }: { paymentId: string }) {
  const query = useQuery(api.payments.showOwn.queryOptions({ input: { paymentId } }));
  if (query.data) return <PaymentView shown={query.data} />;
  const status = (query.error as { status?: number } | null)?.status;
  if (status === 404 || status === 400) return <PaymentNotFound />;
  return (
    <div className="wrap head">
      <QueryPlaceholder
        query={query}
        text={paymentsMessages['payments.not_found'].text}
        lines={[46, 30, 100, 100, 92]}
      />
    </div>
  );
}

export default function PaymentScreen() {
  const { paymentId = '' } = useParams();
  return useViewer().session === 'in' ? <OnePayment key={paymentId} paymentId={paymentId} /> : <SignInRequired />;
}
