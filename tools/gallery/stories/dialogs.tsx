import { Button } from '../../../src/ui/button.tsx';
import { ConfirmDialog } from '../../../src/ui/confirm-dialog.tsx';
import { Dialog } from '../../../src/ui/dialog.tsx';
import { Field } from '../../../src/ui/field.tsx';
import { renderToast } from '../../../src/ui/toaster.ts';
import { doNothing, longText, type Stories } from '../story.ts';

const confirm = { open: true, onClose: doNothing, cancelLabel: 'Keep it', onConfirm: doNothing };

const showToasts = (element: HTMLElement | null): void => {
  if (!element) return;
  renderToast({
    kind: 'success',
    title: 'Saved',
    text: 'Your changes are saved.',
    next: { name: 'See them', to: '/' },
  });
  renderToast({ kind: 'error', title: 'Upload Failed', text: longText });
};

export const dialogs: Stories = {
  Dialog: {
    'With a field': (
      <Dialog open onClose={doNothing} title="Change your phone number" actions={<Button>Save</Button>}>
        <Field label="Phone" defaultValue="(876) 555-0142" />
      </Dialog>
    ),
  },
  'Dialog, wide and long': {
    'Long text': (
      <Dialog open wide onClose={doNothing} title={longText} actions={<Button>Continue</Button>}>
        {Array.from({ length: 12 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move.
          <p key={at}>{longText}</p>
        ))}
      </Dialog>
    ),
  },
  'Dialog, locked': {
    Locked: (
      <Dialog open locked focusHeading onClose={doNothing} title="We're placing your order">
        <p>This takes a few seconds.</p>
      </Dialog>
    ),
  },
  ConfirmDialog: {
    Default: (
      <ConfirmDialog {...confirm} title="Cancel this order?" confirmLabel="Cancel order" busy={false}>
        <p>We'll return J$1,250,000.00 to your bank account.</p>
      </ConfirmDialog>
    ),
  },
  'ConfirmDialog, grave and busy': {
    Busy: (
      <ConfirmDialog {...confirm} grave busy locked title="Close your account?" confirmLabel="Close account">
        <p>You can't undo this.</p>
      </ConfirmDialog>
    ),
  },
  Toast: { 'Success and error': <p ref={showToasts}>Two messages are shown over this page.</p> },
};
