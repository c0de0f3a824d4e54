import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatMessage } from '../../../kernel/message-template.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { formatAge, formatDateTime } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { formatPlural } from '../../../ui/number-format.ts';
import { serverNow } from '../../../ui/server-clock.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { securityNotices } from '../security-messages.ts';
import { makePasskey } from './passkey.ts';
import type { Enrolment, PasskeyNameInput } from './security-forms.tsx';

type SecurityCardProps = { title: string; state?: { isOn: boolean; label: string }; children: ReactNode };

function SecurityCard({ title, state, children }: SecurityCardProps) {
  return (
    <section className="lock stack" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {state && <Badge kind={state.isOn ? 'approved' : 'other'}>{state.label}</Badge>}
      </header>
      {children}
    </section>
  );
}

type SecurityState = Awaited<ReturnType<typeof call.accounts.security>>;

const invalidateAccounts = (queries: QueryClient) => queries.invalidateQueries({ queryKey: api.accounts.key() });

function useReloadSecurity(): () => void {
  const queries = useQueryClient();
  return () => void invalidateAccounts(queries);
}

function SessionRow({ session }: { session: SecurityState['sessions'][number] }) {
  const endCommand = useCommand(api.accounts.endSession, {
    done: () => toastSuccess(securityNotices.sessionEnded),
    after: useReloadSecurity(),
  });
  const lastUsed = formatAge(session.usedAt, serverNow());
  return (
    <li>
      <div>
        <b>{session.device}</b> {session.current && <Badge kind="approved">This device</Badge>}
        <p className="t-xs ink-2">
          Signed in {formatDateTime(session.startedAt)}, last used{' '}
          {lastUsed === 'just now' ? lastUsed : `${lastUsed} ago`}.
        </p>
      </div>
      {!session.current && (
        <Button
          variant="line"
          size="small"
          label={`Sign out ${session.device}, signed in ${formatDateTime(session.startedAt)}`}
          busy={endCommand.isPending}
          onClick={() => endCommand.mutate({ id: session.id })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function EndOtherSessions({ security }: { security: SecurityState }) {
  const endCommand = useCommand(api.accounts.endOtherSessions, {
    done: () => toastSuccess(securityNotices.othersEnded),
    after: useReloadSecurity(),
  });
  if (security.sessions.every(({ current }) => current)) return null;
  return (
    <div className="row">
      <Button variant="line" busy={endCommand.isPending} onClick={() => endCommand.mutate(undefined)}>
        Sign out all other devices
      </Button>
    </div>
  );
}

const maxShown = 10;

const sortSessions = (sessions: SecurityState['sessions']) =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.usedAt.getTime() - a.usedAt.getTime());

const SessionList = ({ sessions }: { sessions: SecurityState['sessions'] }) => (
  <ul className="keyring">
    {sessions.map((session) => (
      <SessionRow key={session.id} session={session} />
    ))}
  </ul>
);

/** Lists sessions and ends them (ASVS 7.5.2). */
function Sessions({ security }: { security: SecurityState }) {
  const sessions = sortSessions(security.sessions);
  const hidden = sessions.slice(maxShown);
  return (
    <SecurityCard title="Where you are signed in">
      <p className="ink-2">
        Devices are signed out after 24 hours without use, and after seven days at the latest. See one that isn't yours?
        Sign it out and change your password.
      </p>
      <EndOtherSessions security={security} />
      <SessionList sessions={sessions.slice(0, maxShown)} />
      {hidden.length > 0 && (
        <details>
          <summary>{formatPlural(hidden.length, 'more device', 'more devices')}</summary>
          <SessionList sessions={hidden} />
        </details>
      )}
    </SecurityCard>
  );
}

type CodesProps = { codes: readonly string[] | null; security: SecurityState; onClose: () => void };

function RecoveryCodes({ codes, security, onClose }: CodesProps) {
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

const LazyForm = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton label="Loading" lines={[60, 100]} />}>{children}</Suspense>
);

const PasskeyNameForm = lazy(() =>
  import('./security-forms.tsx').then((parts) => ({ default: parts.PasskeyNameForm })),
);

function PasskeyRow({ passkey, onRename }: { passkey: SecurityState['passkeys'][number]; onRename: () => void }) {
  const remove = useCommand(api.accounts.removePasskey, {
    done: () => toastSuccess(securityNotices.passkeyRemoved),
    after: useReloadSecurity(),
  });
  return (
    <li>
      <div>
        <b>{passkey.name}</b>
        <p className="t-xs ink-2">
          Added {formatDateTime(passkey.createdAt)}
          {passkey.usedAt ? `, last used ${formatDateTime(passkey.usedAt)}` : ', not used yet'}.
        </p>
      </div>
      <div className="row">
        <Button variant="bare" size="small" label={`Rename ${passkey.name}`} onClick={onRename}>
          Rename
        </Button>
        <Button
          variant="line"
          size="small"
          label={`Remove ${passkey.name}`}
          busy={remove.isPending}
          onClick={() => remove.mutate({ id: passkey.id })}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

function Passkeys({ security }: { security: SecurityState }) {
  const [editing, setEditing] = useState<{ id: string | null; name: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reload = useReloadSecurity();
  const add = async ({ name }: PasskeyNameInput) => {
    const answer = await makePasskey(await call.accounts.newPasskeyOptions());
    const { codes: newCodes } = await call.accounts.registerPasskey({ name, answer });
    setCodes(newCodes);
    toastSuccess(securityNotices.passkeyAdded);
  };
  const rename = async ({ name }: PasskeyNameInput) => {
    await call.accounts.renamePasskey({ id: editing?.id ?? '', name });
    toastSuccess(securityNotices.passkeyNamed);
  };
  const done = () => {
    setEditing(null);
    reload();
  };
  const isNew = editing?.id === null;
  return (
    <SecurityCard
      title="Passkeys"
      state={{ isOn: security.passkeys.length > 0, label: String(security.passkeys.length) }}
    >
      <p className="ink-2">
        Sign in with your fingerprint, face or PIN instead of a password. A passkey works only on this site, so a fake
        site can't steal it.
      </p>
      {security.passkeys.length > 0 && (
        <ul className="keyring">
          {security.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRename={() => setEditing(passkey)} />
          ))}
        </ul>
      )}
      <div className="row">
        <Button variant="line" onClick={() => setEditing({ id: null, name: '' })}>
          Add a passkey
        </Button>
      </div>
      <Dialog
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={isNew ? 'Add a passkey' : 'Rename the passkey'}
      >
        <LazyForm>
          {editing && (
            <PasskeyNameForm
              start={editing.name}
              submitLabel={isNew ? 'Continue' : 'Rename'}
              onSubmit={isNew ? add : rename}
              onDone={done}
            />
          )}
        </LazyForm>
      </Dialog>
      <RecoveryCodes codes={codes} security={security} onClose={() => setCodes(null)} />
    </SecurityCard>
  );
}

const EnrolForm = lazy(() => import('./security-forms.tsx').then((parts) => ({ default: parts.EnrolForm })));

function AuthenticatorApp({ security }: { security: SecurityState }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reload = useReloadSecurity();
  const start = useCommand(api.accounts.startAuthenticator, { done: setEnrolment });
  const turnOff = useCommand(api.accounts.removeAuthenticator, {
    done: () => toastSuccess(securityNotices.appOff),
    after: reload,
  });
  const renew = useCommand(api.accounts.createRecoveryCodes, {
    done: ({ codes: newCodes }) => setCodes(newCodes),
    after: reload,
  });
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

const PasswordForm = lazy(() => import('./security-forms.tsx').then((parts) => ({ default: parts.PasswordForm })));

/** [000 §2 Profile, §5 Change password] */
function ChangePassword() {
  const [open, setOpen] = useState(false);
  const openButton = useRef<HTMLButtonElement>(null);
  const reload = useReloadSecurity();
  const close = () => {
    flushSync(() => setOpen(false));
    openButton.current?.focus();
    reload();
  };
  return (
    <SecurityCard title="Password">
      <p className="ink-2">Changing your password signs out all your other devices.</p>
      {open ? (
        <LazyForm>
          <PasswordForm onDone={close} />
        </LazyForm>
      ) : (
        <div className="row">
          <Button ref={openButton} variant="line" onClick={() => setOpen(true)}>
            Change Password
          </Button>
        </div>
      )}
    </SecurityCard>
  );
}

function saveFile(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

function DataExport() {
  const { mutate, isPending } = useCommand(api.accounts.exportData, {
    done: (data) => {
      saveFile('cryptocommerce-my-data.json', data);
      toastSuccess(securityNotices.exported);
    },
  });
  return (
    <SecurityCard title="Your data">
      <p className="ink-2">
        Download your profile, identity checks, orders, file names, devices and security settings in one file. Passwords
        and keys aren't included.
      </p>
      <div className="row">
        <Button variant="line" busy={isPending} onClick={() => mutate(undefined)}>
          {isPending ? 'Preparing...' : 'Download my data'}
        </Button>
      </div>
    </SecurityCard>
  );
}

const CloseForm = lazy(() => import('./security-forms.tsx').then((parts) => ({ default: parts.CloseForm })));

/** The delete-account dialog [000 §2 Profile, §5 Delete account, decision A12]. */
function CloseAccount() {
  const [open, setOpen] = useState(false);
  return (
    <div className="stack">
      <p className="ink-2">
        This closes your account permanently. You can't do this while money or crypto is on its way.
      </p>
      <div className="row">
        <Button variant="bad-line" onClick={() => setOpen(true)}>
          Delete Account
        </Button>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Delete Account">
        <LazyForm>{open && <CloseForm onCancel={() => setOpen(false)} />}</LazyForm>
      </Dialog>
    </div>
  );
}

function SecurityWarnings({ security }: { security: SecurityState }) {
  return (
    <>
      {security.frozenSince && (
        <Notice kind="bad">
          {formatMessage(securityNotices.frozen, { moment: formatDateTime(security.frozenSince, { year: true }) })}
        </Notice>
      )}
      {security.factorNeeded && <Notice kind="wait">{securityNotices.factorNeeded}</Notice>}
    </>
  );
}

/** Password, second step, passkeys, sessions and data export [000 §2 Profile]. */
export function AccountSecurity() {
  const security = useQuery(api.accounts.security.queryOptions());
  if (security.isPending) return <Skeleton label="Loading your account security" lines={[40, 100, 80, 100]} />;
  if (security.error)
    return (
      <FailedState text={errorMessage(security.error).text} error={security.error} onRetry={() => security.refetch()} />
    );
  return (
    <div className="locks">
      <SecurityWarnings security={security.data} />
      <ChangePassword />
      <AuthenticatorApp security={security.data} />
      <Passkeys security={security.data} />
      <Sessions security={security.data} />
      <DataExport />
    </div>
  );
}

/** Account deletion [000 §2 Profile]. */
export const DangerZone = CloseAccount;
