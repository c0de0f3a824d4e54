import { PaymentStatusPage } from './payment-status-page.tsx';

export const meta = () => [{ title: 'Payment not finished - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** /payment-cancel: leaving the card page cancels nothing [001 §2 Payment return pages, §4 Payment cancel]. */
export default function PaymentCancel() {
  return <PaymentStatusPage leftCardPage />;
}
