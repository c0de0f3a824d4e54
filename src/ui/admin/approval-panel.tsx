import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { TextField } from '../field.tsx';

export type Decision = 'approve' | 'reject' | 'withdraw';

type ApprovalPanelProps = {
  /** The proposer can only withdraw. */
  isProposer: boolean;
  busy: boolean;
  onDecide: (decision: Decision, reason?: string) => Promise<boolean>;
  confirmation: { readonly title: string; readonly confirmLabel: string; readonly wide?: boolean };
  extraActions?: ReactNode;
  children: ReactNode;
};

type RejectDialogProps = { busy: boolean; onClose: () => void; onReject: (reason: string) => Promise<boolean> };

function RejectDialog({ busy, onClose, onReject }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const isMissing = reason.trim().length < 3;
  const reject = async () => {
    setWasSubmitted(true);
    if (!isMissing && (await onReject(reason))) onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Reject"
      cancelLabel="Back"
      confirmLabel="Reject"
      grave
      busy={busy}
      onConfirm={reject}
    >
      <TextField
        label="Reason"
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={wasSubmitted && isMissing ? 'Enter a reason' : undefined}
        hint="The person who made the proposal will see this."
      />
    </ConfirmDialog>
  );
}

/** Buttons to decide a proposal (decision D2): the proposer can withdraw, and others can approve or reject. */
export function ApprovalPanel({
  isProposer,
  busy,
  onDecide,
  confirmation,
  extraActions,
  children,
}: ApprovalPanelProps) {
  const [isConfirming, setSure] = useState(false);
  const [isRejecting, setRejects] = useState(false);
  const approve = async () => {
    if (await onDecide('approve')) setSure(false);
  };
  return (
    <>
      <div className="row wraps">
        {isProposer ? (
          <Button variant="line" busy={busy} onClick={() => void onDecide('withdraw')}>
            Withdraw
          </Button>
        ) : (
          <>
            <Button onClick={() => setSure(true)}>Approve</Button>
            <Button variant="bad-line" onClick={() => setRejects(true)}>
              Reject
            </Button>
          </>
        )}
        {extraActions}
      </div>
      {isRejecting && (
        <RejectDialog busy={busy} onClose={() => setRejects(false)} onReject={(why) => onDecide('reject', why)} />
      )}
      <ConfirmDialog
        {...confirmation}
        open={isConfirming}
        onClose={() => setSure(false)}
        cancelLabel="Back"
        busy={busy}
        onConfirm={approve}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
