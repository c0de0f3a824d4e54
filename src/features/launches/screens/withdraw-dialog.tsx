import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type WithdrawProps = { coinName: string; busy: boolean; onWithdraw: () => void; onClose: () => void };

/** Asked once more before a launch is taken back. */
export const WithdrawDialog = ({ coinName, busy, onWithdraw, onClose }: WithdrawProps) => (
  <Dialog
    open
    onClose={onClose}
    title={`Withdraw ${coinName}?`}
    acts={
      <>
        <Button look="line" onClick={onClose}>
          Keep it
        </Button>
        <Button look="bad" busy={busy} onClick={onWithdraw}>
          Withdraw
        </Button>
      </>
    }
  >
    <p>Nobody goes on reading it. What you handed in stays in your list, and you may hand it in anew.</p>
  </Dialog>
);
