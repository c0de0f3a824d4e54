import { ButtonLink } from '../../../../ui/button.tsx';
import { ScreenHead } from '../../../../ui/screen-head.tsx';

export const NoSuchOrder = () => (
  <div className="wrap">
    <ScreenHead
      title="We couldn't find this order"
      text="The link may be incomplete, or the order belongs to another account."
    />
    <ButtonLink to="/transactions">Your transactions</ButtonLink>
  </div>
);
