import { type ReactNode, useState } from 'react';
import { AskDialog } from '../ask-dialog.tsx';
import { Button } from '../button.tsx';
import { TextField } from '../field.tsx';

export type Decision = 'approve' | 'reject' | 'withdraw';

type SecondPersonProps = {
  /** Whoever proposed may only withdraw. */
  own: boolean;
  busy: boolean;
  /** Answers whether it was done, so that the question closes only then. */
  onDecide: (decision: Decision, reason?: string) => Promise<boolean>;
  /** The heading and the button of the last question before approving. */
  asks: { readonly title: string; readonly says: string; readonly wide?: boolean };
  /** What else may be done, beside the buttons. */
  more?: ReactNode;
  /** What approving means. */
  children: ReactNode;
};

type WhyNotProps = { busy: boolean; onClose: () => void; onReject: (reason: string) => Promise<boolean> };

/** Why it is rejected: whoever asked for it reads that in its history. */
function WhyNot({ busy, onClose, onReject }: WhyNotProps) {
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = reason.trim().length < 3;
  const reject = async () => {
    setAsked(true);
    if (!missing && (await onReject(reason))) onClose();
  };
  return (
    <AskDialog open onClose={onClose} title="Reject" keep="Back" says="Reject" grave busy={busy} onAct={reject}>
      <TextField
        label="Why"
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={asked && missing ? 'Say why it is rejected' : undefined}
        hint="Whoever asked for it reads this."
      />
    </AskDialog>
  );
}

/** The two people of a proposal (decision D2): one may withdraw it, the other rejects it or, asked again, approves. */
export function SecondPerson({ own, busy, onDecide, asks, more, children }: SecondPersonProps) {
  const [sure, setSure] = useState(false);
  const [rejects, setRejects] = useState(false);
  const approve = async () => {
    if (await onDecide('approve')) setSure(false);
  };
  return (
    <>
      <div className="row wraps">
        {own ? (
          <Button look="line" busy={busy} onClick={() => void onDecide('withdraw')}>
            Withdraw
          </Button>
        ) : (
          <>
            <Button onClick={() => setSure(true)}>Approve</Button>
            <Button look="bad-line" onClick={() => setRejects(true)}>
              Reject
            </Button>
          </>
        )}
        {more}
      </div>
      {rejects && <WhyNot busy={busy} onClose={() => setRejects(false)} onReject={(why) => onDecide('reject', why)} />}
      <AskDialog {...asks} open={sure} onClose={() => setSure(false)} keep="Back" busy={busy} onAct={approve}>
        {children}
      </AskDialog>
    </>
  );
}
