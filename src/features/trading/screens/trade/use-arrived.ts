import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { toastSuccess } from '../../../../ui/toast.ts';
import { payWords } from '../../own-messages.ts';
import type { OrderLine } from './shapes.ts';

/** Leads on to an order once its card was charged, as the server learned of it. */
export function useArrived(orderId: string | null, orders: readonly OrderLine[]): void {
  const navigate = useNavigate();
  const arrived = orderId !== null && orders.some(({ id, payIn }) => id === orderId && payIn === 'received');
  useEffect(() => {
    if (!arrived) return;
    toastSuccess(payWords.arrived);
    void navigate(`/orders/${orderId}`);
  }, [arrived, orderId, navigate]);
}
