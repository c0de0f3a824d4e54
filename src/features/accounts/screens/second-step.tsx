import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { CodeOnly, type PasskeyAnswer } from '../schema.ts';
import { signWithPasskey, toastPasskeyError } from './passkey.ts';

type SecondStepProps = { onDone: () => void; onRestart: () => void };

export function SecondStep({ onDone, onRestart }: SecondStepProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  // A challenge works once: load it on every mount, never cache it.
  const methods = useQuery(api.accounts.secondStep.queryOptions({ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }));
  return (
    <div className="trade">
      <div className="sheet neat stack">
        <h2 className="t-lg" ref={title} tabIndex={-1}>
          One more step
        </h2>
        {methods.isPending && <Skeleton label="Loading" lines={[60, 100]} />}
        {methods.error && (
          <FailedState
            text={errorMessage(methods.error).text}
            error={methods.error}
            onRetry={() => methods.refetch()}
          />
        )}
        {methods.data && (
          <FactorForm
            methods={methods.data}
            onProof={(proof) => call.accounts.confirmSignIn(proof)}
            onDone={onDone}
            onStale={() => void methods.refetch()}
          />
        )}
        <Button variant="bare" full onClick={onRestart}>
          Start again
        </Button>
      </div>
    </div>
  );
}

type Proof = { code: string } | { passkey: PasskeyAnswer };

type FactorFormProps = {
  methods: { app: boolean; passkey: Parameters<typeof signWithPasskey>[0] | null };
  onProof: (proof: Proof) => Promise<unknown>;
  onDone: () => void;
  onStale: () => void;
};

export function FactorForm({ methods, onProof, onDone, onStale }: FactorFormProps) {
  const command = { mutationOptions: () => ({ mutationFn: (proof: { code: string }) => onProof(proof) }) };
  const { busy, submit, field } = useCommandForm(CodeOnly, command, { start: { code: '' }, done: onDone });
  const { passkey } = methods;
  const signMutation = useMutation({
    mutationFn: async (options: NonNullable<typeof passkey>) => onProof({ passkey: await signWithPasskey(options) }),
    onSuccess: onDone,
    onError: (error) => {
      toastPasskeyError(error);
      onStale();
    },
  });
  return (
    <div className="stack">
      {passkey && (
        <Button
          full
          variant={methods.app ? 'line' : 'primary'}
          busy={signMutation.isPending}
          onClick={() => signMutation.mutate(passkey)}
        >
          <KeyRound className="ic" aria-hidden="true" />
          Use a passkey
        </Button>
      )}
      <form className="form" noValidate onSubmit={submit}>
        <Field
          {...field('code')}
          label={methods.app ? 'Code' : 'Recovery code'}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          hint={
            methods.app
              ? 'The six digits your authenticator app shows now, or one of your recovery codes.'
              : 'One of the codes you saved when you added your first passkey.'
          }
        />
        <Button type="submit" full variant={methods.app ? 'primary' : 'line'} busy={busy}>
          {busy ? 'Checking...' : 'Continue'}
        </Button>
      </form>
    </div>
  );
}
