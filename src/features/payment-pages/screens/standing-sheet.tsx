import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { said } from '../../../kernel/said.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { cardNotices } from '../../cards/own-messages.ts';
import { CardButton } from '../../cards/screens/card-button.tsx';
import { paymentsMessages } from '../../payments/messages.ts';
import { CallOff } from '../../payments/screens/call-off.tsx';
import { CancelOrder } from '../../trading/screens/order/cancel-order.tsx';
import { returnWords, standingWords } from '../standing-messages.ts';

type OwnPayment = Awaited<ReturnType<typeof call.paymentPages.standing>>;

/**
 * While nothing is decided the page asks again so often, ms, beside what the live line tells: it polls (decision A3).
 */
const asksAgain = 3_000;
const undecided = ['waiting', 'declined', 'claimed'];

/**
 * What an address names: by the query parameters transaction_id, enrollment_id or a payment reference [001 §2 Payment
 * return pages], as the provider calls it (decision B9).
 */
function useNamed(): { reference: string | null; back: string } {
  const [search] = useSearchParams();
  const ofCourse = search.get('enrollment_id');
  const byProvider = [...search].find(([name]) => name.endsWith('_reference'))?.[1];
  const reference = search.get('transaction_id') || search.get('payment_id') || ofCourse || byProvider || null;
  return { reference, back: ofCourse ? '/courses' : '/trading' };
}

/** With no reference: 'Invalid Payment', and a back link to /courses or /trading [001 §2 Payment return pages]. */
const Nothing = ({ words, back }: { words: string; back: string }) => (
  <div className="stack">
    <h1>Your payment</h1>
    <Notice kind="bad">{words}</Notice>
    <p>
      <ButtonLink look="line" to={back}>
        {back === '/courses' ? 'Back to your courses' : 'Back to buying and selling'}
      </ButtonLink>
    </p>
  </div>
);

const CallItOff = ({ standing: { kind, id, reference } }: { standing: OwnPayment }) =>
  kind === 'order' ? (
    <CancelOrder orderId={id} reference={reference} />
  ) : (
    <CallOff paymentId={id} reference={reference} />
  );

function Shown({ standing, left }: { standing: OwnPayment; left: boolean }) {
  const { kind, id, reference, what, amount, until, byCard, mayCallOff, situation, isCourse } = standing;
  const isEnrolled = isCourse && situation === 'received';
  useEffect(() => {
    if (isEnrolled) toastSuccess({ ...returnWords.enrolled, text: what });
  }, [isEnrolled, what]);
  const words = left && situation === 'waiting' ? returnWords.left : said(standingWords[situation], { what, amount });
  const page = kind === 'order' ? `/orders/${id}` : `/payments/${id}`;
  const open = situation === 'waiting' || situation === 'declined';
  const acts = left || situation === 'declined';
  return (
    <div className="order">
      <section className="sheet neat" aria-live="polite">
        <h1 className="move">{words.title}</h1>
        <p className="ink-2 under">{words.text}</p>
        <p className="num facts under">
          <span>{what}</span>
          <span>{amount}</span>
          <span>
            Reference <b>{reference}</b>
          </span>
          {open && until && <span>Open until {momentText(until)}</span>}
        </p>
        {acts && open && byCard && (
          <>
            <div className="under">
              <CardButton what={{ kind, id }} full />
            </div>
            <p className="t-xs ink-2 under">{cardNotices.name}</p>
          </>
        )}
      </section>
      <aside className="stack order-aside">
        <ButtonLink look="line" to={page}>
          {kind === 'order' ? 'See your order' : 'See your payment'}
        </ButtonLink>
        {acts && mayCallOff && <CallItOff standing={standing} />}
      </aside>
    </div>
  );
}

function Found({ reference, back, left }: { reference: string; back: string; left: boolean }) {
  const asked = useQuery({
    ...api.paymentPages.standing.queryOptions({ input: { reference } }),
    refetchInterval: ({ state }) => (state.data && undecided.includes(state.data.situation) ? asksAgain : false),
  });
  if (asked.data) return <Shown standing={asked.data} left={left} />;
  if (!asked.error) return <Skeleton label="Loading your payment" lines={[46, 100, 70]} />;
  const unknown = [400, 404].includes((asked.error as { status?: number }).status ?? 0);
  const words = paymentsMessages['payments.not_found'].text;
  if (!unknown) return <FailedState text={words} error={asked.error} onRetry={() => void asked.refetch()} />;
  return <Nothing words={words} back={back} />;
}

/**
 * Where a card page leads back to, with the toast 'Enrollment Complete!' [001 §4 Payment success]. It shows what the
 * server knows of what the address names, until it is decided; the address itself moves nothing (decision A3). `left`:
 * somebody left the card page, and may call it off by an act.
 */
export function StandingPage({ left = false }: { left?: boolean }) {
  const { reference, back } = useNamed();
  if (useViewer().session !== 'in') return <SignInNeeded />;
  return (
    <div className="wrap head">
      {reference === null ? (
        <Nothing words={returnWords.noReference} back={back} />
      ) : (
        <Found key={reference} reference={reference} back={back} left={left} />
      )}
    </div>
  );
}
