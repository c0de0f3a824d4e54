import { useQuery } from '@tanstack/react-query';
import { formatMessage } from '../../../kernel/message-template.ts';
import { api } from '../../../ui/client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { securityNotices } from '../security-messages.ts';
import { AuthenticatorApp } from './security/authenticator-app.tsx';
import { ChangePassword } from './security/change-password.tsx';
import { CloseAccount } from './security/close-account.tsx';
import { DataExport } from './security/data-export.tsx';
import { Passkeys } from './security/passkeys.tsx';
import { Sessions } from './security/sessions.tsx';
import type { SecurityState } from './security/use-security-state.ts';

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
