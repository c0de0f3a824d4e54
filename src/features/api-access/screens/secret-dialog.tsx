import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type SecretProps = { secret: string | null; what: string; onClose: () => void };

export const SecretDialog = ({ secret, what, onClose }: SecretProps) => (
  <Dialog
    open={secret !== null}
    onClose={onClose}
    focusHeading
    title={`Your ${what}`}
    actions={<Button onClick={onClose}>I've saved it</Button>}
  >
    <div className="stack">
      <p>Store it with your program's secrets. We can't show it again.</p>
      <p className="secret">
        <code>{secret}</code>
      </p>
      <CopyButton text={secret ?? ''} name={what} withText />
    </div>
  </Dialog>
);
