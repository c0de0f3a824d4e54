import { StandingPage } from './standing-sheet.tsx';

export const meta = () => [{ title: 'Your payment - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** /payment-success: back from the card page, to show how it stands [001 §2, §4, decision A3]. */
export default function PaymentSuccess() {
  return <StandingPage />;
}
