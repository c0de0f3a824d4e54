import { ButtonLink } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { getExtendPath, type Plan, planNames } from '../../../subscriptions/plans.ts';

/** 'Extend your subscription' [000 §2 Dashboard]: pays for one more month of the current plan. */
export const ExtendDialog = ({ plan, open, onClose }: { plan: Plan; open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Extend your subscription"
    actions={<ButtonLink to={getExtendPath(plan)}>Continue to payment</ButtonLink>}
  >
    <p>Extend your {planNames[plan]} plan for one more month by completing payment.</p>
  </Dialog>
);
