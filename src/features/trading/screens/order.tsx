import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../ui/client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { NoSuchOrder } from './order/no-such-order.tsx';
import { OrderView } from './order/order-view.tsx';

export const meta = () => [{ title: 'Your order - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const everyMinute = 60_000;

function OneOrder({ orderId }: { orderId: string }) {
  const query = useQuery({ ...api.trading.show.queryOptions({ input: { orderId } }), refetchInterval: everyMinute });
  if (query.data) return <OrderView shown={query.data} now={new Date(query.dataUpdatedAt)} />;
  if (query.isPending)
    return (
      <div className="wrap head">
        <Skeleton label="Loading your order" lines={[46, 30, 100, 100, 92]} />
      </div>
    );
  const { code } = errorMessage(query.error);
  if (code === 'accounts.sign_in_required') return <SignInRequired />;
  const status = (query.error as { status?: number }).status;
  if (status === 404 || status === 400) return <NoSuchOrder />;
  return (
    <div className="wrap head">
      <h1>Your order</h1>
      <FailedState text="We couldn't load your order." error={query.error} onRetry={() => query.refetch()} />
    </div>
  );
}

export default function OrderScreen() {
  const { orderId = '' } = useParams();
  return useViewer().session === 'in' ? <OneOrder key={orderId} orderId={orderId} /> : <SignInRequired />;
}
