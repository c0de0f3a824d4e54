import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { unfreezeReasons } from '../../../accounts/reasons.ts';
import { accountNotices } from '../../messages.ts';

/** What follows an act on a customer's sessions: told where it was done, and read anew. */
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

/** Lets pay-outs go again that stand still since a sign-in was said not to be theirs; with a reason. */
export function UnfreezeDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
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

/** Signs a customer out everywhere. */
export function EndDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
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
