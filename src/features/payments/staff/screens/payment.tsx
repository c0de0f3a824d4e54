import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { DetailPage } from '../../../../ui/admin/detail-page.tsx';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { api } from '../../../../ui/client.ts';
import { getPaymentShortcuts } from './payment-labels.ts';
import { PaymentPanel } from './payment-panel.tsx';

export const meta = () => adminMeta('Payment');

export default function PaymentScreen() {
  const { paymentId = '' } = useParams();
  const { roles } = useStaffUser();
  const query = useQuery(api.paymentsDesk.show.queryOptions({ input: { paymentId } }));
  const back = { to: `/admin/payments?payment=${paymentId}`, name: 'Payments' };
  return (
    <DetailPage
      query={query}
      back={back}
      keys={[...getPaymentShortcuts(roles), [['Esc'], 'back to the payments']]}
      failed="We couldn't load the payment."
    >
      {(file) => <PaymentPanel file={file} Title="h1" />}
    </DetailPage>
  );
}
