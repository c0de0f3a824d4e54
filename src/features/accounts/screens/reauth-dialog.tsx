import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api, call, newQueryClient } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { useCommandForm } from '../../../ui/form.tsx';
import { settleReauth } from '../../../ui/reauth.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { PasswordOnly } from '../schema.ts';
import { PasswordField } from './fields.tsx';
import { FactorForm } from './second-step.tsx';

const confirm = () => settleReauth(true);

const reauthCommand = {
  mutationOptions: () => ({
    mutationFn: (proof: { password: string }) => call.accounts.reauthenticate(proof),
  }),
};

function PasswordForm() {
  const { busy, submit, field } = useCommandForm(PasswordOnly, reauthCommand, {
    start: { password: '' },
    done: confirm,
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <PasswordField {...field('password')} id="confirm-password" label="Password" autoComplete="current-password" />
      <Button type="submit" full busy={busy}>
        {busy ? 'Checking...' : 'Confirm'}
      </Button>
    </form>
  );
}

function ReauthForm() {
  const methods = useQuery(api.accounts.reauthMethods.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  if (methods.isPending) return <Skeleton label="Loading" lines={[60, 100]} />;
  if (methods.error)
    return (
      <FailedState text={errorMessage(methods.error).text} error={methods.error} onRetry={() => methods.refetch()} />
    );
  if (methods.data.password) return <PasswordForm />;
  return (
    <FactorForm
      methods={methods.data}
      onProof={(proof) => call.accounts.reauthenticate(proof)}
      onDone={confirm}
      onStale={() => void methods.refetch()}
    />
  );
}

/** Opens above every screen, so it has its own query client. */
export default function ReauthDialog() {
  const [queries] = useState(newQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Dialog open onClose={() => settleReauth(false)} title="Confirm it's you">
        <div className="stack">
          <p className="ink-2">You signed in a while ago. We'll continue right after this.</p>
          <ReauthForm />
        </div>
      </Dialog>
    </QueryClientProvider>
  );
}
