import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

type WithdrawProps = { coinName: string; busy: boolean; onWithdraw: () => void; onClose: () => void };

export const WithdrawDialog = ({ coinName, busy, onWithdraw, onClose }: WithdrawProps) => (
  <ConfirmDialog
    open
    onClose={onClose}
    title={`Withdraw ${coinName}?`}
    cancelLabel="Keep it"
    says="Withdraw"
    grave
    busy={busy}
    onConfirm={onWithdraw}
  >
    <p>We'll stop the review. Your submission stays in your list, and you can submit it again.</p>
  </ConfirmDialog>
);
