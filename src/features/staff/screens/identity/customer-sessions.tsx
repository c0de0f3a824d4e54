import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isFor } from '../../../../kernel/acts.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import type { DeskPerson } from '../../../../ui/desk/frame.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { momentText } from '../../../../ui/format.ts';
import { NotYet } from '../../../../ui/not-yet.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { accountActs } from '../../../accounts/acts.ts';
import { unfreezeReasons } from '../../../accounts/reasons.ts';
import { accountNotices } from '../../messages.ts';

/** What follows an act on them: told where it was done, and read anew. */
function useTold(notice: keyof typeof accountNotices, onClose: () => void) {
  const queries = useQueryClient();
  return {
    onSuccess: () => {
      onClose();
      toastSuccess(accountNotices[notice]);
    },
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries({ queryKey: api.accounts.customerSessions.key() }),
  };
}

function UnfreezeDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const lift = useMutation({
    ...api.accounts.unfreeze.mutationOptions(),
    ...useTold('unfrozen', onClose),
  });
  return (
    <ActDialog
      title="Lift the freeze"
      says="Lift the freeze"
      busy={lift.isPending}
      submit={() => (code === '' ? setMissing(true) : lift.mutate({ userId, reasonCode: code }))}
      onClose={onClose}
    >
      <SelectField
        label="Reason"
        empty="Choose a reason"
        options={Object.entries(unfreezeReasons).map(([value, name]) => ({ value, name }))}
        value={code}
        error={missing && code === '' ? 'Choose a reason' : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
    </ActDialog>
  );
}

function EndDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const end = useMutation({
    ...api.accounts.endCustomerSessions.mutationOptions(),
    ...useTold('sessionsEnded', onClose),
  });
  return (
    <ActDialog
      title="End all sessions"
      says="End all sessions"
      grave
      busy={end.isPending}
      submit={() => end.mutate({ userId })}
      onClose={onClose}
    >
      <p className="ink-2">The customer is signed out on every device, and signs in again with the password.</p>
    </ActDialog>
  );
}

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
