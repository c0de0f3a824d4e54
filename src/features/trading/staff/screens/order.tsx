import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { DetailBar } from '../../../../ui/admin/detail-page.tsx';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { ShortcutDialog, useShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { OrderPanel } from './order-panel.tsx';
import { getOrderPageShortcuts } from './order-shortcuts.ts';

export const meta = () => adminMeta('Order');

export default function OrderScreen() {
  const { orderId = '' } = useParams();
  const { roles } = useStaffUser();
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  useShortcuts({ '?': () => setHelp(true), escape: () => void navigate(`/admin?order=${orderId}`) });
  return (
    <>
      <DetailBar back={{ to: `/admin?order=${orderId}`, name: 'Queue' }} onKeys={() => setHelp(true)} />
      <div className="split one">
        <OrderPanel key={orderId} orderId={orderId} isPage />
      </div>
      <ShortcutDialog open={help} onClose={() => setHelp(false)} shortcuts={getOrderPageShortcuts(roles)} />
    </>
  );
}
