import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api, call, newQueryClient } from '../../../../ui/client.ts';
import { answerConfirm } from '../../../../ui/confirm.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { PasswordOnly } from '../../schema.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { FactorForm } from './factor-form.tsx';

const proved = () => answerConfirm(true);

const confirmAgain = {
  mutationOptions: () => ({
    mutationFn: (proof: { password: string }) => call.accounts.confirmAgain(proof),
  }),
};

function PasswordForm() {
  const { busy, submit, field } = useCommandForm(PasswordOnly, confirmAgain, { start: { password: '' }, done: proved });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <PasswordField {...field('password')} id="confirm-password" label="Password" autoComplete="current-password" />
      <Button type="submit" full busy={busy}>
        {busy ? 'Checking...' : 'Confirm'}
      </Button>
    </form>
  );
}

function Question() {
  const ways = useQuery(api.accounts.confirmWays.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  if (ways.isPending) return <Skeleton label="Loading" lines={[60, 100]} />;
  if (ways.error)
    return <FailedState text={refusalWords(ways.error).text} error={ways.error} onRetry={() => ways.refetch()} />;
  if (ways.data.password) return <PasswordForm />;
  return (
    <FactorForm
      ways={ways.data}
      act={(proof) => call.accounts.confirmAgain(proof)}
      onDone={proved}
      onStale={() => void ways.refetch()}
    />
  );
}

/** Asks who is there before money moves or a lock changes. It stands over every screen, so it brings its own data. */
export default function ConfirmDialog() {
  const [queries] = useState(newQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Dialog open onClose={() => answerConfirm(false)} title="Confirm it is you">
        <div className="stack">
          <p className="ink-2">You signed in a while ago. What you asked for is done right after this.</p>
          <Question />
        </div>
      </Dialog>
    </QueryClientProvider>
  );
}
