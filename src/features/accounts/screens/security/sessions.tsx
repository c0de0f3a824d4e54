import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { formatAge, formatDateTime } from '../../../../ui/format.ts';
import { formatPlural } from '../../../../ui/number-format.ts';
import { serverNow } from '../../../../ui/server-clock.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { securityNotices } from '../../security-messages.ts';
import { SecurityCard } from './security-card.tsx';
import { type SecurityState, useReloadSecurity } from './use-security-state.ts';

function SessionRow({ session }: { session: SecurityState['sessions'][number] }) {
  const reload = useReloadSecurity();
  const endCommand = useCommand(api.accounts.endSession, {
    done: () => toastSuccess(securityNotices.sessionEnded),
    after: reload,
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

export function EndOtherSessions({ security }: { security: SecurityState }) {
  const reload = useReloadSecurity();
  const endCommand = useCommand(api.accounts.endOtherSessions, {
    done: () => toastSuccess(securityNotices.othersEnded),
    after: reload,
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
export function Sessions({ security }: { security: SecurityState }) {
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
