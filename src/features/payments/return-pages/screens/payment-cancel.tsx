import { PaymentStatusPage } from './payment-status-page.tsx';

export const meta = () => [{ title: 'Payment not finished - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** Opened when a customer leaves the card page. Cancels nothing [001 §2 Payment return pages, §4 Payment cancel]. */
export default function PaymentCancel() {
  return <PaymentStatusPage leftCardPage />;
}
