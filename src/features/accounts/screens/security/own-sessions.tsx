import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { useCommand } from '../../../../ui/command.ts';
import { several } from '../../../../ui/figures.ts';
import { ageText, momentText } from '../../../../ui/format.ts';
import { serverNow } from '../../../../ui/server-clock.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { securityNotices } from '../../security-messages.ts';
import { Lock } from './lock.tsx';
import { type Locks, useLocksAgain } from './use-locks.ts';

function SessionLine({ session }: { session: Locks['sessions'][number] }) {
  const again = useLocksAgain();
  const end = useCommand(api.accounts.endSession, {
    done: () => toastSuccess(securityNotices.sessionEnded),
    after: again,
  });
  const used = ageText(session.usedAt, serverNow());
  return (
    <li>
      <div>
        <b>{session.device}</b> {session.current && <Badge kind="approved">This device</Badge>}
        <p className="t-xs ink-2">
          Signed in {momentText(session.startedAt)}, last used {used === 'just now' ? used : `${used} ago`}.
        </p>
      </div>
      {!session.current && (
        <Button
          look="line"
          size="small"
          label={`Sign out ${session.device}, signed in ${momentText(session.startedAt)}`}
          busy={end.isPending}
          onClick={() => end.mutate({ id: session.id })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

/** Signs every other device out; nothing to see where there is none. */
export function EndOthers({ locks }: { locks: Locks }) {
  const again = useLocksAgain();
  const end = useCommand(api.accounts.endOtherSessions, {
    done: () => toastSuccess(securityNotices.othersEnded),
    after: again,
  });
  if (locks.sessions.every(({ current }) => current)) return null;
  return (
    <div className="row">
      <Button look="line" busy={end.isPending} onClick={() => end.mutate(undefined)}>
        Sign out all other devices
      </Button>
    </div>
  );
}

/** As many stand at once; the rest is folded. */
const shown = 10;

/** This device first, then what was used last. */
const newestFirst = (sessions: Locks['sessions']) =>
  sessions.toSorted(
    (one, other) => Number(other.current) - Number(one.current) || other.usedAt.getTime() - one.usedAt.getTime(),
  );

const Keyring = ({ sessions }: { sessions: Locks['sessions'] }) => (
  <ul className="keyring">
    {sessions.map((session) => (
      <SessionLine key={session.id} session={session} />
    ))}
  </ul>
);

/** Where the account is signed in, and the way to end it [security 7.5.2]. */
export function OwnSessions({ locks }: { locks: Locks }) {
  const sessions = newestFirst(locks.sessions);
  const folded = sessions.slice(shown);
  return (
    <Lock title="Where you are signed in">
      <p className="ink-2">
        A session ends by itself after 24 hours without use, and after seven days at the latest. Use that is not yours
        means: sign it out and change your password.
      </p>
      <EndOthers locks={locks} />
      <Keyring sessions={sessions.slice(0, shown)} />
      {folded.length > 0 && (
        <details>
          <summary>{several(folded.length, 'more device', 'more devices')}</summary>
          <Keyring sessions={folded} />
        </details>
      )}
    </Lock>
  );
}
