import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { unfreezeReasons } from '../../../accounts/reasons.ts';
import { accountNotices } from '../../roles/staff-messages.ts';

function useSessionCommand(notice: keyof typeof accountNotices, onClose: () => void) {
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

/** Unfreezes payouts after a reported sign-in. */
export function UnfreezeDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const lift = useMutation({
    ...api.accounts.unfreeze.mutationOptions(),
    ...useSessionCommand('unfrozen', onClose),
  });
  return (
    <ActionDialog
      title="Unfreeze payouts"
      says="Unfreeze payouts"
      busy={lift.isPending}
      submit={() => (code === '' ? setIsMissing(true) : lift.mutate({ userId, reasonCode: code }))}
      onClose={onClose}
    >
      <SelectField
        label="Reason"
        emptyLabel="Choose a reason"
        options={Object.entries(unfreezeReasons).map(([value, name]) => ({ value, name }))}
        value={code}
        error={isMissing && code === '' ? 'Choose a reason' : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
    </ActionDialog>
  );
}

export function EndDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const end = useMutation({
    ...api.accounts.endCustomerSessions.mutationOptions(),
    ...useSessionCommand('sessionsEnded', onClose),
  });
  return (
    <ActionDialog
      title="End all sessions"
      says="End all sessions"
      grave
      busy={end.isPending}
      submit={() => end.mutate({ userId })}
      onClose={onClose}
    >
      <p className="ink-2">The customer is signed out on every device and can sign in again.</p>
    </ActionDialog>
  );
}
