import { AskDialog } from '../../../ui/ask-dialog.tsx';

type WithdrawProps = { coinName: string; busy: boolean; onWithdraw: () => void; onClose: () => void };

/** Asked once more before a launch is taken back. */
export const WithdrawDialog = ({ coinName, busy, onWithdraw, onClose }: WithdrawProps) => (
  <AskDialog
    open
    onClose={onClose}
    title={`Withdraw ${coinName}?`}
    keep="Keep it"
    says="Withdraw"
    grave
    busy={busy}
    onAct={onWithdraw}
  >
    <p>Nobody goes on reading it. What you handed in stays in your list, and you may hand it in anew.</p>
  </AskDialog>
);
