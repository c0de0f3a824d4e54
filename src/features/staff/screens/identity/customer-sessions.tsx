import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleAllows } from '../../../../kernel/permissions.ts';
import type { StaffUser } from '../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { QueryPlaceholder } from '../../../../ui/query-placeholder.tsx';
import { accountPermissions } from '../../../accounts/acts.ts';

const UnfreezeDialog = lazyPart(() => import('./session-dialogs.tsx').then((parts) => parts.UnfreezeDialog));
const EndDialog = lazyPart(() => import('./session-dialogs.tsx').then((parts) => parts.EndDialog));

/** Sessions, and the payout freeze after a reported sign-in. */
export function CustomerSessions({ userId, person }: { userId: string; person: StaffUser }) {
  const query = useQuery(api.accounts.customerSessions.queryOptions({ input: { userId } }));
  const [open, setOpen] = useState<'end' | 'lift' | null>(null);
  const close = () => setOpen(null);
  const mayLift = roleAllows(accountPermissions.unfreeze, person.roles) && userId !== person.id;
  return (
    <PageSection id="sessions" title="Sessions">
      {(!query.data || query.error) && (
        <QueryPlaceholder query={query} text="Couldn't load the sessions." lines={[90, 90]} />
      )}
      {query.data && (
        <div className="stack-s">
          {query.data.frozenSince && (
            <Notice kind="bad">
              Payouts frozen since {formatDateTime(query.data.frozenSince)}.
              {!mayLift && ' Compliance or admin can unfreeze them, but not for themselves.'}
            </Notice>
          )}
          <p className="ink-2">
            {query.data.factors.app ? 'Authenticator app set up' : 'No authenticator app'}, passkeys:{' '}
            {query.data.factors.passkeys}.
          </p>
          {query.data.sessions.length === 0 && <p className="ink-2">Not signed in anywhere.</p>}
          <ul className="lines num">
            {query.data.sessions.map(({ id, device, place, startedAt, usedAt }) => (
              <li key={id}>
                <b>{device}</b>
                <span className="ink-2">
                  {place && `${place}, `}since {formatDateTime(startedAt)}, last used {formatDateTime(usedAt)}
                </span>
              </li>
            ))}
          </ul>
          <div className="row">
            {query.data.sessions.length > 0 && (
              <Button variant="bad-line" onClick={() => setOpen('end')}>
                End all sessions
              </Button>
            )}
            {query.data.frozenSince && mayLift && (
              <Button variant="line" onClick={() => setOpen('lift')}>
                Unfreeze payouts
              </Button>
            )}
          </div>
        </div>
      )}
      {open === 'end' && <EndDialog userId={userId} onClose={close} />}
      {open === 'lift' && <UnfreezeDialog userId={userId} onClose={close} />}
    </PageSection>
  );
}
