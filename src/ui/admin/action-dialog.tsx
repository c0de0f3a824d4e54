import { type ReactNode, useId } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';

type ActionDialogProps = {
  title: string;
  confirmLabel: string;
  grave?: boolean | undefined;
  wide?: boolean | undefined;
  busy: boolean;
  submit: () => unknown;
  onClose: () => void;
  children: ReactNode;
};

/** Dialog with a form for one action. The caller closes the dialog after success, so that a refusal keeps the input. */
export function ActionDialog({
  title,
  confirmLabel,
  grave = false,
  wide = false,
  busy,
  submit,
  onClose,
  children,
}: ActionDialogProps) {
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      wide={wide}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={id} variant={grave ? 'bad' : 'primary'} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
