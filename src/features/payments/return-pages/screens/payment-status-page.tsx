import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { formatMessages } from '../../../../kernel/message-template.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { SignInRequired } from '../../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useViewer } from '../../../../ui/viewer.ts';
import { CancelOrder } from '../../../trading/screens/order/cancel-order.tsx';
import { cardMessages } from '../../cards/customer-messages.ts';
import { CardButton } from '../../cards/screens/card-button.tsx';
import { paymentsMessages } from '../../messages.ts';
import { CancelPayment } from '../../screens/cancel-payment.tsx';
import { paymentStatusMessages, returnMessages } from '../payment-status-messages.ts';

type OwnPayment = Awaited<ReturnType<typeof call.paymentPages.status>>;

/** Polling interval until the payment succeeds or ends (decision A3). */
const pollMs = 3_000;
const undecidedSituations = ['waiting', 'declined', 'claimed'];

/** Reads transaction_id, enrollment_id or a reference [001 §2 Payment return pages, decision B9]. */
function useReturnParams(): { reference: string | null; back: string } {
  const [search] = useSearchParams();
  const enrollmentId = search.get('enrollment_id');
  const providerReference = [...search].find(([name]) => name.endsWith('_reference'))?.[1];
  const reference =
    search.get('transaction_id') || search.get('payment_id') || enrollmentId || providerReference || null;
  return { reference, back: enrollmentId ? '/courses' : '/trading' };
}

/** [001 §2 Payment return pages] */
const NotFoundNotice = ({ message, back }: { message: string; back: string }) => (
  <div className="stack">
    <h1>Your payment</h1>
    <Notice kind="bad">{message}</Notice>
    <p>
      <ButtonLink variant="line" to={back}>
        {back === '/courses' ? 'Back to your courses' : 'Back to buying and selling'}
      </ButtonLink>
    </p>
  </div>
);

const CancelButton = ({ payment: { kind, id, reference } }: { payment: OwnPayment }) =>
  kind === 'order' ? (
    <CancelOrder orderId={id} reference={reference} />
  ) : (
    <CancelPayment paymentId={id} reference={reference} />
  );

function StatusCard({ payment, leftCardPage }: { payment: OwnPayment; leftCardPage: boolean }) {
  const { kind, id, reference, what, amount, until, byCard, mayCallOff, situation, isCourse } = payment;
  const isEnrolled = isCourse && situation === 'received';
  useEffect(() => {
    if (isEnrolled) toastSuccess({ ...returnMessages.enrolled, text: what });
  }, [isEnrolled, what]);
  const message =
    leftCardPage && situation === 'waiting'
      ? returnMessages.left
      : formatMessages(paymentStatusMessages[situation], { what, amount });
  const page = kind === 'order' ? `/orders/${id}` : `/payments/${id}`;
  const isOpen = situation === 'waiting' || situation === 'declined';
  const showsActions = leftCardPage || situation === 'declined';
  return (
    <div className="order">
      <section className="sheet neat" aria-live="polite">
        <h1 className="move">{message.title}</h1>
        <p className="ink-2 under">{message.text}</p>
        <p className="num facts under">
          <span>{what}</span>
          <span>{amount}</span>
          <span>
            Reference <b>{reference}</b>
          </span>
          {isOpen && until && <span>Pay by {formatDateTime(until)}</span>}
        </p>
        {showsActions && isOpen && byCard && (
          <>
            <div className="under">
              <CardButton target={{ kind, id }} full />
            </div>
            <p className="t-xs ink-2 under">{cardMessages.name}</p>
          </>
        )}
      </section>
      <aside className="stack order-aside">
        <ButtonLink variant="line" to={page}>
          {kind === 'order' ? 'See your order' : 'See your payment'}
        </ButtonLink>
        {showsActions && mayCallOff && <CancelButton payment={payment} />}
      </aside>
    </div>
  );
}

function FoundPayment({ reference, back, leftCardPage }: { reference: string; back: string; leftCardPage: boolean }) {
  const query = useQuery({
    ...api.paymentPages.status.queryOptions({ input: { reference } }),
    refetchInterval: ({ state }) => (state.data && undecidedSituations.includes(state.data.situation) ? pollMs : false),
  });
  if (query.data) return <StatusCard payment={query.data} leftCardPage={leftCardPage} />;
  if (!query.error) return <Skeleton label="Loading your payment" lines={[46, 100, 70]} />;
  const isUnknown = [400, 404].includes((query.error as { status?: number }).status ?? 0);
  const text = paymentsMessages['payments.not_found'].text;
  if (!isUnknown) return <FailedState text={text} error={query.error} onRetry={() => void query.refetch()} />;
  return <NotFoundNotice message={text} back={back} />;
}

/** Shows the stored payment status [001 §4 Payment success]. Changes nothing (decision A3). */
export function PaymentStatusPage({ leftCardPage = false }: { leftCardPage?: boolean }) {
  const { reference, back } = useReturnParams();
  if (useViewer().session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap head">
      {reference === null ? (
        <NotFoundNotice message={returnMessages.noReference} back={back} />
      ) : (
        <FoundPayment key={reference} reference={reference} back={back} leftCardPage={leftCardPage} />
      )}
    </div>
  );
}
