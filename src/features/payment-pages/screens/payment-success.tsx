import { StandingPage } from './standing-sheet.tsx';

export const meta = () => [{ title: 'Your payment - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** /payment-success: back from the card page. */
export default function PaymentSuccess() {
  return <StandingPage />;
}
