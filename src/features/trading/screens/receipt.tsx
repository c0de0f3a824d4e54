import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { StatusBadge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { ReceiptPage } from '../../receipts/screens/receipt-page.tsx';
import { NoSuchOrder } from './order/no-such-order.tsx';

export const meta = () => [{ title: 'Receipt - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function OneReceipt({ orderId }: { orderId: string }) {
  const query = useQuery(api.trading.receipt.queryOptions({ input: { orderId } }));
  return (
    <ReceiptPage
      asked={query}
      id={orderId}
      back={{ to: `/orders/${orderId}`, name: 'Back to the order' }}
      badge={query.data && <StatusBadge status={query.data.status} />}
      missing={<NoSuchOrder />}
    />
  );
}

export default function ReceiptScreen() {
  const { orderId = '' } = useParams();
  return useViewer().session === 'in' ? <OneReceipt key={orderId} orderId={orderId} /> : <SignInRequired />;
}
