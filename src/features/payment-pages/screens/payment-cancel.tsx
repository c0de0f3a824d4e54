import { StandingPage } from './standing-sheet.tsx';

export const meta = () => [{ title: 'Payment not finished - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/**
 * /payment-cancel: the card page was left; nothing ends by that, and it can be called off [001 §2 Payment return pages,
 * §4 Payment cancel].
 */
export default function PaymentCancel() {
  return <StandingPage left />;
}
