import { ButtonLink } from '../../../ui/button.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';

/** A payment that does not exist, or is somebody else's: both look alike. */
export const NoSuchPayment = () => (
  <div className="wrap">
    <ScreenHead
      title="There is no such payment"
      text="The address may be cut short, or the payment belongs to another account."
    />
    <ButtonLink to="/subscriptions">Plans and workshops</ButtonLink>
  </div>
);
