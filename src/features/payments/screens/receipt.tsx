import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { StatusBadge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { ReceiptPage } from '../../receipts/screens/receipt-page.tsx';
import { PaymentNotFound } from './payment-not-found.tsx';

export const meta = () => [{ title: 'Receipt - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function OneReceipt({ paymentId }: { paymentId: string }) {
  const query = useQuery(api.payments.receipt.queryOptions({ input: { paymentId } }));
  return (
    <ReceiptPage
      asked={query}
      id={paymentId}
      back={{ to: '/transactions', name: 'Transaction History' }}
      badge={query.data && <StatusBadge status={query.data.payIn}>{query.data.word}</StatusBadge>}
      missing={<PaymentNotFound />}
    />
  );
}

export default function ReceiptScreen() {
  const { paymentId = '' } = useParams();
  return useViewer().session === 'in' ? <OneReceipt key={paymentId} paymentId={paymentId} /> : <SignInRequired />;
}
