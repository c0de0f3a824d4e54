import { StandingPage } from './standing-sheet.tsx';

export const meta = () => [{ title: 'Your payment - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/**
 * /payment-success: back from the card page; what it shows draws `standing-sheet.tsx` [001 §2 Payment return pages, §4
 * Payment success, decision A3].
 */
export default function PaymentSuccess() {
  return <StandingPage />;
}
