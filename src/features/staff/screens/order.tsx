import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { DeskFrame, deskMeta } from './desk/frame.tsx';
import { useKeys } from './desk/keys.ts';
import { KeysDialog } from './desk/keys-line.tsx';
import { OrderPanel } from './desk/order-panel.tsx';

export const handle = { frame: 'desk' };
export const meta = () => deskMeta('Order');

/** One order alone: its evidence and what may be done with it. */
export default function OrderScreen() {
  const { orderId = '' } = useParams();
  return <DeskFrame>{() => <Order orderId={orderId} />}</DeskFrame>;
}

function Order({ orderId }: { orderId: string }) {
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  useKeys({ '?': () => setHelp(true), escape: () => void navigate(`/admin?order=${orderId}`) });
  return (
    <>
      <div className="bar2">
        <Link className="chip" to={`/admin?order=${orderId}`}>
          <ArrowLeft className="ic" aria-hidden="true" />
          Queue
        </Link>
        <button type="button" className="chip end only-wide" onClick={() => setHelp(true)}>
          <kbd>?</kbd> Keys
        </button>
      </div>
      <div className="split one">
        <OrderPanel key={orderId} orderId={orderId} alone />
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} />
    </>
  );
}
