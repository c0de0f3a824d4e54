import { screens } from '../../../../screens.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { extendPath, type Plan, planNames } from '../../plans.ts';

const opened = screens.includes('/subscriptions');

/** 'Manage': one more month of the same plan, by paying for it [000 §2]. */
export function ExtendDialog({ plan, open, onClose }: { plan: Plan; open: boolean; onClose: () => void }) {
  const acts = opened ? (
    <ButtonLink to={extendPath(plan)}>Continue to payment</ButtonLink>
  ) : (
    <Button onClick={onClose}>Close</Button>
  );
  return (
    <Dialog open={open} onClose={onClose} title="Extend your subscription" acts={acts}>
      <p>Extend your {planNames[plan]} plan for one more month by completing payment.</p>
      {!opened && (
        <p className="ink-2 under">
          <b>Continue to payment</b> opens soon. Until then nothing changes.
        </p>
      )}
    </Dialog>
  );
}
