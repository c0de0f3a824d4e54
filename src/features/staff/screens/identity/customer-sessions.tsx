import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isFor } from '../../../../kernel/acts.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import type { DeskPerson } from '../../../../ui/desk/frame.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { momentText } from '../../../../ui/format.ts';
import { later } from '../../../../ui/later.tsx';
import { NotYet } from '../../../../ui/not-yet.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { accountActs } from '../../../accounts/acts.ts';

const UnfreezeDialog = later(() => import('./session-dialogs.tsx').then((parts) => parts.UnfreezeDialog));
const EndDialog = later(() => import('./session-dialogs.tsx').then((parts) => parts.EndDialog));

/** Where somebody is signed in, and whether pay-outs are frozen since they told us that a sign-in was not theirs. */
export function CustomerSessions({ userId, person }: { userId: string; person: DeskPerson }) {
  const query = useQuery(api.accounts.customerSessions.queryOptions({ input: { userId } }));
  const [open, setOpen] = useState<'end' | 'lift' | null>(null);
  const close = () => setOpen(null);
  const mayLift = isFor(accountActs.unfreeze, person.roles) && userId !== person.id;
  return (
    <Part id="sessions" title="Sessions">
      {(!query.data || query.error) && <NotYet asked={query} text="The sessions could not be read." lines={[90, 90]} />}
      {query.data && (
        <div className="stack-s">
          {query.data.frozenSince && (
            <Notice kind="bad">
              Frozen since {momentText(query.data.frozenSince)}: nothing is paid out.
              {!mayLift && ' Compliance or admin may lift it, never their own.'}
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
                  {place && `${place}, `}since {momentText(startedAt)}, last used {momentText(usedAt)}
                </span>
              </li>
            ))}
          </ul>
          <div className="row">
            {query.data.sessions.length > 0 && (
              <Button look="bad-line" onClick={() => setOpen('end')}>
                End all sessions
              </Button>
            )}
            {query.data.frozenSince && mayLift && (
              <Button look="line" onClick={() => setOpen('lift')}>
                Lift the freeze
              </Button>
            )}
          </div>
        </div>
      )}
      {open === 'end' && <EndDialog userId={userId} onClose={close} />}
      {open === 'lift' && <UnfreezeDialog userId={userId} onClose={close} />}
    </Part>
  );
}
