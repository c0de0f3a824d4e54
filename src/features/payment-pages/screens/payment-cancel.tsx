import { StandingPage } from './standing-sheet.tsx';

export const meta = () => [{ title: 'Payment not finished - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** /payment-cancel: the card page was left; nothing ends by that [001 §2, §4]. */
export default function PaymentCancel() {
  return <StandingPage left />;
}
