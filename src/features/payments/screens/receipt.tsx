import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { StatusBadge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { ReceiptPage } from '../../receipts/screens/receipt-page.tsx';
import { NoSuchPayment } from './no-such-payment.tsx';

export const meta = () => [{ title: 'Receipt - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function OneReceipt({ paymentId }: { paymentId: string }) {
  const asked = useQuery(api.payments.receipt.queryOptions({ input: { paymentId } }));
  return (
    <ReceiptPage
      asked={asked}
      id={paymentId}
      back={{ to: '/transactions', name: 'Transaction History' }}
      badge={asked.data && <StatusBadge status={asked.data.payIn}>{asked.data.word}</StatusBadge>}
      missing={<NoSuchPayment />}
    />
  );
}

export default function ReceiptScreen() {
  const { paymentId = '' } = useParams();
  return useViewer().session === 'in' ? <OneReceipt key={paymentId} paymentId={paymentId} /> : <SignInNeeded />;
}
