import { lazy, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { useCommand } from '../../../../ui/command.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { securityNotices } from '../../security-messages.ts';
import type { Enrolment } from './enrol-form.tsx';
import { Later } from './later.tsx';
import { Lock } from './lock.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type Locks, useLocksAgain } from './use-locks.ts';

const EnrolForm = lazy(() => import('./enrol-form.tsx'));

/** Codes of an app on the phone, asked for beside the password. */
export function AuthenticatorApp({ locks }: { locks: Locks }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const again = useLocksAgain();
  const start = useCommand(api.accounts.startAuthenticator, { done: setEnrolment });
  const off = useCommand(api.accounts.removeAuthenticator, {
    done: () => toastSuccess(securityNotices.appOff),
    after: again,
  });
  const renew = useCommand(api.accounts.newCodes, { done: ({ codes: fresh }) => setCodes(fresh), after: again });
  const done = (fresh: string[] | null) => {
    setEnrolment(null);
    setCodes(fresh);
    toastSuccess(securityNotices.appOn);
    again();
  };
  const factor = locks.app || locks.passkeys.length > 0;
  return (
    <Lock title="Authenticator app" state={{ on: locks.app, word: locks.app ? 'On' : 'Off' }}>
      <p className="ink-2">
        {locks.app
          ? 'We ask for its code when you sign in with your password.'
          : 'A code from an app on your phone, asked for beside your password: a stolen password alone then opens nothing.'}
      </p>
      <div className="row">
        {locks.app ? (
          <Button look="line" busy={off.isPending} onClick={() => off.mutate(undefined)}>
            Turn off
          </Button>
        ) : (
          <Button look="line" busy={start.isPending} onClick={() => start.mutate(undefined)}>
            Set up
          </Button>
        )}
        {factor && (
          <Button look="line" busy={renew.isPending} onClick={() => renew.mutate(undefined)}>
            New recovery codes
          </Button>
        )}
      </div>
      {factor && <p className="t-xs ink-2">{locks.codes} of 10 recovery codes left.</p>}
      <Dialog open={enrolment !== null} onClose={() => setEnrolment(null)} title="Set up an authenticator app">
        <Later>{enrolment && <EnrolForm {...enrolment} onDone={done} />}</Later>
      </Dialog>
      <RecoveryCodes codes={codes} locks={locks} onClose={() => setCodes(null)} />
    </Lock>
  );
}
