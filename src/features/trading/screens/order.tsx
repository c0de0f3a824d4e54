import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../ui/client.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { NoSuchOrder } from './order/no-such-order.tsx';
import { OrderView } from './order/order-view.tsx';

export const meta = () => [{ title: 'Your order - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** Milliseconds after which the clock of the page is set anew, so that deadlines move. */
const everyMinute = 60_000;

function OneOrder({ orderId }: { orderId: string }) {
  const asked = useQuery({ ...api.trading.show.queryOptions({ input: { orderId } }), refetchInterval: everyMinute });
  if (asked.data) return <OrderView shown={asked.data} now={new Date(asked.dataUpdatedAt)} />;
  if (asked.isPending)
    return (
      <div className="wrap head">
        <Skeleton label="Loading your order" lines={[46, 30, 100, 100, 92]} />
      </div>
    );
  const { code } = refusalWords(asked.error);
  if (code === 'accounts.sign_in_required') return <SignInNeeded />;
  const status = (asked.error as { status?: number }).status;
  if (status === 404 || status === 400) return <NoSuchOrder />;
  return (
    <div className="wrap head">
      <h1>Your order</h1>
      <FailedState text="Your order could not be fetched." error={asked.error} onRetry={() => asked.refetch()} />
    </div>
  );
}

export default function OrderScreen() {
  const { orderId = '' } = useParams();
  return useViewer().session === 'in' ? <OneOrder key={orderId} orderId={orderId} /> : <SignInNeeded />;
}
