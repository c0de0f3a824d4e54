import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type SecretProps = { secret: string | null; what: string; onClose: () => void };

/** A secret, seen this once. */
export const SecretDialog = ({ secret, what, onClose }: SecretProps) => (
  <Dialog
    open={secret !== null}
    onClose={onClose}
    title={`Your ${what}`}
    acts={<Button onClick={onClose}>I have kept it</Button>}
  >
    <div className="stack">
      <p>Keep it where your program keeps its secrets. We cannot show it again.</p>
      <p className="secret">
        <code>{secret}</code>
      </p>
      <CopyButton text={secret ?? ''} name={what} words />
    </div>
  </Dialog>
);
