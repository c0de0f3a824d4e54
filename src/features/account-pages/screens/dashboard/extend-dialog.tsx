import { ButtonLink } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { extendPath, type Plan, planNames } from '../../../subscriptions/plans.ts';

/** 'Manage': one more month of the same plan, by paying for it, 'Extend your subscription' [000 §2 Dashboard]. */
export const ExtendDialog = ({ plan, open, onClose }: { plan: Plan; open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Extend your subscription"
    acts={<ButtonLink to={extendPath(plan)}>Continue to payment</ButtonLink>}
  >
    <p>Extend your {planNames[plan]} plan for one more month by completing payment.</p>
  </Dialog>
);
