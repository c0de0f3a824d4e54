import { Button } from '../../../../ui/button.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { EndOthers } from './own-sessions.tsx';
import type { Locks } from './use-locks.ts';

type CodesProps = { codes: readonly string[] | null; locks: Locks; onClose: () => void };

/** Recovery codes, seen this once. */
export function RecoveryCodes({ codes, locks, onClose }: CodesProps) {
  return (
    <Dialog
      open={codes !== null}
      onClose={onClose}
      title="Your recovery codes"
      acts={<Button onClick={onClose}>I have kept them</Button>}
    >
      <div className="stack">
        <p>
          Each opens your account once, should you lose your phone or passkey. Keep them where you keep papers. We
          cannot show them again.
        </p>
        <ol className="codes">
          {codes?.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <CopyButton text={codes?.join('\n') ?? ''} name="all codes" words />
        <EndOthers locks={locks} />
      </div>
    </Dialog>
  );
}
