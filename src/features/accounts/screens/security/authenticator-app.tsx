import { lazy, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { securityNotices } from '../../security-messages.ts';
import type { Enrolment } from './enrol-form.tsx';
import { LazyForm } from './lazy-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecurityCard } from './security-card.tsx';
import { type SecurityState, useReloadSecurity } from './use-security-state.ts';

const EnrolForm = lazy(() => import('./enrol-form.tsx'));

export function AuthenticatorApp({ security }: { security: SecurityState }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reload = useReloadSecurity();
  const start = useCommand(api.accounts.startAuthenticator, { done: setEnrolment });
  const turnOff = useCommand(api.accounts.removeAuthenticator, {
    done: () => toastSuccess(securityNotices.appOff),
    after: reload,
  });
  const renew = useCommand(api.accounts.newCodes, { done: ({ codes: newCodes }) => setCodes(newCodes), after: reload });
  const done = (newCodes: string[] | null) => {
    setEnrolment(null);
    setCodes(newCodes);
    toastSuccess(securityNotices.appOn);
    reload();
  };
  const hasFactor = security.app || security.passkeys.length > 0;
  return (
    <SecurityCard title="Authenticator app" state={{ isOn: security.app, label: security.app ? 'On' : 'Off' }}>
      <p className="ink-2">
        {security.app
          ? 'We ask for a code from the app when you sign in with your password.'
          : 'Add a code from an app on your phone to your password, so that a stolen password alone is not enough.'}
      </p>
      <div className="row">
        {security.app ? (
          <Button variant="line" busy={turnOff.isPending} onClick={() => turnOff.mutate(undefined)}>
            Turn off
          </Button>
        ) : (
          <Button variant="line" busy={start.isPending} onClick={() => start.mutate(undefined)}>
            Set up
          </Button>
        )}
        {hasFactor && (
          <Button variant="line" busy={renew.isPending} onClick={() => renew.mutate(undefined)}>
            New recovery codes
          </Button>
        )}
      </div>
      {hasFactor && <p className="t-xs ink-2">{security.codes} of 10 recovery codes left.</p>}
      <Dialog open={enrolment !== null} onClose={() => setEnrolment(null)} title="Set up an authenticator app">
        <LazyForm>{enrolment && <EnrolForm {...enrolment} onDone={done} />}</LazyForm>
      </Dialog>
      <RecoveryCodes codes={codes} security={security} onClose={() => setCodes(null)} />
    </SecurityCard>
  );
}
