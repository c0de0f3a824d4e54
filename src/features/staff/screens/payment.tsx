import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../ui/client.ts';
import { Alone } from '../../../ui/desk/alone.tsx';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { PaymentPanel } from './desk/payment-panel.tsx';
import { paymentKeys } from './desk/payment-words.ts';

export const meta = () => deskMeta('Payment');

/** One payment alone: its evidence and what may be done with it. */
export default function PaymentScreen() {
  const { paymentId = '' } = useParams();
  const { roles } = useDeskPerson();
  const query = useQuery(api.paymentsDesk.show.queryOptions({ input: { paymentId } }));
  const back = { to: `/admin/payments?payment=${paymentId}`, name: 'Payments' };
  return (
    <Alone
      query={query}
      back={back}
      keys={[...paymentKeys(roles), [['Esc'], 'back to the payments']]}
      failed="The payment could not be read."
    >
      {(file) => <PaymentPanel file={file} Title="h1" />}
    </Alone>
  );
}
