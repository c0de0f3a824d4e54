import { ButtonLink } from '../../../ui/button.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';

export const PaymentNotFound = () => (
  <div className="wrap">
    <ScreenHead
      title="We couldn't find this payment"
      text="The link may be incomplete, or the payment may belong to another account."
    />
    <ButtonLink to="/subscriptions">Plans and workshops</ButtonLink>
  </div>
);
