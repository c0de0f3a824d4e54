import { Button } from '../../../../ui/button.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { EndOtherSessions } from './sessions.tsx';
import type { SecurityState } from './use-security-state.ts';

type CodesProps = { codes: readonly string[] | null; security: SecurityState; onClose: () => void };

export function RecoveryCodes({ codes, security, onClose }: CodesProps) {
  return (
    <Dialog
      open={codes !== null}
      onClose={onClose}
      focusHeading
      title="Your recovery codes"
      actions={<Button onClick={onClose}>I've saved them</Button>}
    >
      <div className="stack">
        <p>
          Each code signs you in once if you lose your phone or passkey. Keep them somewhere safe. We can't show them
          again.
        </p>
        <ol className="codes">
          {codes?.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <CopyButton text={codes?.join('\n') ?? ''} name="all codes" withText />
        <EndOtherSessions security={security} />
      </div>
    </Dialog>
  );
}
