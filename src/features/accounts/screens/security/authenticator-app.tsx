import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { CodeOnly } from '../../schema.ts';
import { securityNotices } from '../../security-messages.ts';
import { sayWell } from '../parts/say.ts';
import { Lock } from './lock.tsx';
import { QrSquare } from './qr-square.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type Locks, useLocksAgain } from './use-locks.ts';

type Enrolment = { uri: string; text: string };

/** Shows the secret to the app, and asks for its first code. */
function Enrol({ uri, text, onDone }: Enrolment & { onDone: (codes: string[] | null) => void }) {
  const { busy, submit, field } = useCommandForm(CodeOnly, api.accounts.confirmAuthenticator, {
    start: { code: '' },
    done: ({ codes }) => onDone(codes),
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p>Scan this square with an authenticator app on your phone, or type the key into it.</p>
      <QrSquare text={uri} />
      <div>
        <code className="secret">{text.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={text} name="the key" />
      </div>
      <Field
        {...field('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="The six digits that the app shows now."
      />
      <Button type="submit" full busy={busy}>
        {busy ? 'Checking...' : 'Turn on'}
      </Button>
    </form>
  );
}

/** Codes of an app on the phone, asked for beside the password. */
export default function AuthenticatorApp({ locks }: { locks: Locks }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const again = useLocksAgain();
  const start = useMutation({
    mutationFn: () => call.accounts.startAuthenticator(),
    onSuccess: setEnrolment,
    onError: toastRefusal,
  });
  const off = useMutation({
    mutationFn: () => call.accounts.removeAuthenticator(),
    onSuccess: () => sayWell(securityNotices.appOff),
    onError: toastRefusal,
    onSettled: again,
  });
  const renew = useMutation({
    mutationFn: () => call.accounts.newCodes(),
    onSuccess: ({ codes: fresh }) => setCodes(fresh),
    onError: toastRefusal,
    onSettled: again,
  });
  const done = (fresh: string[] | null) => {
    setEnrolment(null);
    setCodes(fresh);
    sayWell(securityNotices.appOn);
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
          <Button look="line" busy={off.isPending} onClick={() => off.mutate()}>
            Turn off
          </Button>
        ) : (
          <Button look="line" busy={start.isPending} onClick={() => start.mutate()}>
            Set up
          </Button>
        )}
        {factor && (
          <Button look="line" busy={renew.isPending} onClick={() => renew.mutate()}>
            New recovery codes
          </Button>
        )}
      </div>
      {factor && <p className="t-xs ink-2">{locks.codes} of 10 recovery codes left.</p>}
      <Dialog open={enrolment !== null} onClose={() => setEnrolment(null)} title="Set up an authenticator app">
        {enrolment && <Enrol {...enrolment} onDone={done} />}
      </Dialog>
      <RecoveryCodes codes={codes} locks={locks} onClose={() => setCodes(null)} />
    </Lock>
  );
}
