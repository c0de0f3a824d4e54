import { type ReactNode, useId } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';

type ActDialogProps = {
  title: string;
  /** What the button says. */
  says: string;
  /** Ends or stops something: drawn as such. */
  grave?: boolean;
  wide?: boolean;
  busy: boolean;
  submit: () => unknown;
  onClose: () => void;
  children: ReactNode;
};

/** The form of one act: what is asked, a way back and the act itself. It stays open when the act is refused. */
export function ActDialog({
  title,
  says,
  grave = false,
  wide = false,
  busy,
  submit,
  onClose,
  children,
}: ActDialogProps) {
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      wide={wide}
      acts={
        <>
          <Button look="line" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={id} look={grave ? 'bad' : 'primary'} busy={busy}>
            {says}
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
