import { ButtonLink } from '../../../../ui/button.tsx';
import { ScreenHead } from '../../../../ui/screen-head.tsx';

/** An order that does not exist, or is somebody else's: both look alike. */
export const NoSuchOrder = () => (
  <div className="wrap">
    <ScreenHead
      title="There is no such order"
      text="The address may be cut short, or the order belongs to another account."
    />
    <ButtonLink to="/transactions">Your transactions</ButtonLink>
  </div>
);
