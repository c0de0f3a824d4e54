import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type AskProps = Omit<ComponentProps<typeof Dialog>, 'acts'> & {
  /** What the button says that leaves everything as it is. */
  keep: string;
  /** What the act is called. */
  says: string;
  /** Ends or stops something: drawn as such. */
  grave?: boolean;
  busy: boolean;
  onAct: () => unknown;
};

/** Asks once more before something is done. */
export const AskDialog = ({ keep, says, grave = false, busy, onAct, ...dialog }: AskProps) => (
  <Dialog
    {...dialog}
    acts={
      <>
        <Button look="line" onClick={dialog.onClose} disabled={dialog.locked}>
          {keep}
        </Button>
        <Button look={grave ? 'bad' : 'primary'} busy={busy} onClick={() => void onAct()}>
          {says}
        </Button>
      </>
    }
  />
);
