import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = Omit<ComponentProps<typeof Dialog>, 'acts'> & {
  cancelLabel: string;
  confirmLabel: string;
  grave?: boolean;
  busy: boolean;
  onConfirm: () => unknown;
};

export const ConfirmDialog = ({
  cancelLabel,
  confirmLabel,
  grave = false,
  busy,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) => (
  <Dialog
    {...dialog}
    actions={
      <>
        <Button variant="line" onClick={dialog.onClose} disabled={dialog.locked}>
          {cancelLabel}
        </Button>
        <Button variant={grave ? 'bad' : 'primary'} busy={busy} onClick={() => void onConfirm()}>
          {confirmLabel}
        </Button>
      </>
    }
  />
);
