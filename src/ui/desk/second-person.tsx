import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';

export type Decision = 'approve' | 'reject' | 'withdraw';

type SecondPersonProps = {
  /** Whoever proposed may only withdraw. */
  own: boolean;
  busy: boolean;
  /** Answers whether it was done, so that the question closes only then. */
  onDecide: (decision: Decision) => Promise<boolean>;
  /** The heading and the button of the last question before approving. */
  asks: { readonly title: string; readonly says: string; readonly wide?: boolean };
  /** What else may be done, beside the buttons. */
  more?: ReactNode;
  /** What approving means. */
  children: ReactNode;
};

/** The two people of a proposal (decision D2): one may withdraw it, the other rejects it or, asked again, approves. */
export function SecondPerson({ own, busy, onDecide, asks, more, children }: SecondPersonProps) {
  const [sure, setSure] = useState(false);
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
            <Button look="bad-line" busy={busy} onClick={() => void onDecide('reject')}>
              Reject
            </Button>
          </>
        )}
        {more}
      </div>
      <Dialog
        open={sure}
        onClose={() => setSure(false)}
        title={asks.title}
        {...(asks.wide && { wide: true })}
        acts={
          <>
            <Button look="line" onClick={() => setSure(false)}>
              Back
            </Button>
            <Button busy={busy} onClick={() => void approve()}>
              {asks.says}
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
    </>
  );
}
