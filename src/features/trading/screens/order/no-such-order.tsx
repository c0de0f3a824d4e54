import { ButtonLink } from '../../../../ui/button.tsx';
import { Relief } from '../../../../ui/relief.tsx';

/** An order that does not exist, or is somebody else's: both look alike. */
export const NoSuchOrder = () => (
  <div className="wrap">
    <div className="head">
      <Relief />
      <h1>There is no such order</h1>
      <p>The address may be cut short, or the order belongs to another account.</p>
    </div>
    <ButtonLink to="/transactions">Your transactions</ButtonLink>
  </div>
);
