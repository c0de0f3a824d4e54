import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { AloneBar } from '../../../ui/desk/alone.tsx';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { KeysDialog } from '../../../ui/desk/keys-line.tsx';
import { aloneKeys } from './desk/order-keys.ts';
import { OrderPanel } from './desk/order-panel.tsx';

export const meta = () => deskMeta('Order');

/** One order alone: its evidence and what may be done with it. */
export default function OrderScreen() {
  const { orderId = '' } = useParams();
  const { roles } = useDeskPerson();
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  useKeys({ '?': () => setHelp(true), escape: () => void navigate(`/admin?order=${orderId}`) });
  return (
    <>
      <AloneBar back={{ to: `/admin?order=${orderId}`, name: 'Queue' }} onKeys={() => setHelp(true)} />
      <div className="split one">
        <OrderPanel key={orderId} orderId={orderId} alone />
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} names={aloneKeys(roles)} />
    </>
  );
}
