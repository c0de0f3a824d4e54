import { useQuery } from '@tanstack/react-query';
import { worded } from '../../../kernel/worded.ts';
import { api } from '../../../ui/client.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { securityNotices } from '../security-messages.ts';
import { AuthenticatorApp } from './security/authenticator-app.tsx';
import { ChangePassword } from './security/change-password.tsx';
import { CloseAccount } from './security/close-account.tsx';
import { OwnRecord } from './security/own-record.tsx';
import { OwnSessions } from './security/own-sessions.tsx';
import { Passkeys } from './security/passkeys.tsx';
import type { Locks } from './security/use-locks.ts';

/** What the owner must know before anything else: a freeze, or a factor that their role asks for. */
function Warnings({ locks }: { locks: Locks }) {
  return (
    <>
      {locks.frozenSince && (
        <Notice kind="bad">
          {worded(securityNotices.frozen, { moment: momentText(locks.frozenSince, { year: true }) })}
        </Notice>
      )}
      {locks.factorNeeded && <Notice kind="wait">{securityNotices.factorNeeded}</Notice>}
    </>
  );
}

/** The locks of the account: password, second step, passkeys, sessions, and one's own record [000 §2 Profile]. */
export function AccountSecurity() {
  const locks = useQuery(api.accounts.security.queryOptions());
  if (locks.isPending) return <Skeleton label="Loading your account security" lines={[40, 100, 80, 100]} />;
  if (locks.error)
    return <FailedState text={refusalWords(locks.error).text} error={locks.error} onRetry={() => locks.refetch()} />;
  return (
    <div className="locks">
      <Warnings locks={locks.data} />
      <ChangePassword />
      <AuthenticatorApp locks={locks.data} />
      <Passkeys locks={locks.data} />
      <OwnSessions locks={locks.data} />
      <OwnRecord />
    </div>
  );
}

/** The danger zone: the one thing that cannot be taken back [000 §2 Profile]. */
export const DangerZone = CloseAccount;
