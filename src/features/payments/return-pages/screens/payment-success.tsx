import { PaymentStatusPage } from './payment-status-page.tsx';

export const meta = () => [{ title: 'Your payment - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** Opened after the card page [001 §2 Payment return pages, §4 Payment success, decision A3]. */
export default function PaymentSuccess() {
  return <PaymentStatusPage />;
}
