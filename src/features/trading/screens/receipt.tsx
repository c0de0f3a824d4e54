import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { StatusBadge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { ReceiptPage } from '../../receipts/screens/receipt-page.tsx';
import { NoSuchOrder } from './order/no-such-order.tsx';

export const meta = () => [{ title: 'Receipt - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function OneReceipt({ orderId }: { orderId: string }) {
  const asked = useQuery(api.trading.receipt.queryOptions({ input: { orderId } }));
  return (
    <ReceiptPage
      asked={asked}
      id={orderId}
      back={{ to: `/orders/${orderId}`, name: 'Back to the order' }}
      badge={asked.data && <StatusBadge status={asked.data.status} />}
      missing={<NoSuchOrder />}
    />
  );
}

export default function ReceiptScreen() {
  const { orderId = '' } = useParams();
  return useViewer().session === 'in' ? <OneReceipt key={orderId} orderId={orderId} /> : <SignInNeeded />;
}
