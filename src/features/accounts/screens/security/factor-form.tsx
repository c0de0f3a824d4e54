import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { CodeOnly, type PasskeyAnswer } from '../../schema.ts';
import { signWithPasskey, tellPasskeyFault } from './passkey.ts';

type Proof = { code: string } | { passkey: PasskeyAnswer };

type FactorFormProps = {
  /** `passkey` is what to ask the browser's passkeys, if the account has any. */
  ways: { app: boolean; passkey: Parameters<typeof signWithPasskey>[0] | null };
  act: (proof: Proof) => Promise<unknown>;
  onDone: () => void;
  /** The challenge is used up: another is needed for another try. */
  onStale: () => void;
};

/** A second factor: a code of the app, a recovery code, or a passkey where there is one. */
export function FactorForm({ ways, act, onDone, onStale }: FactorFormProps) {
  const command = { mutationOptions: () => ({ mutationFn: (proof: { code: string }) => act(proof) }) };
  const { busy, submit, field } = useCommandForm(CodeOnly, command, { start: { code: '' }, done: onDone });
  const { passkey } = ways;
  const sign = useMutation({
    mutationFn: async (options: NonNullable<typeof passkey>) => act({ passkey: await signWithPasskey(options) }),
    onSuccess: onDone,
    onError: (error) => {
      tellPasskeyFault(error);
      onStale();
    },
  });
  return (
    <div className="stack">
      {passkey && (
        <Button full look={ways.app ? 'line' : 'primary'} busy={sign.isPending} onClick={() => sign.mutate(passkey)}>
          <KeyRound className="ic" aria-hidden="true" />
          Use a passkey
        </Button>
      )}
      <form className="form" noValidate onSubmit={submit}>
        <Field
          {...field('code')}
          label={ways.app ? 'Code' : 'Recovery code'}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          hint={
            ways.app
              ? 'The six digits that your authenticator app shows now, or one of your recovery codes.'
              : 'One of the codes that you kept when you added your first passkey.'
          }
        />
        <Button type="submit" full look={ways.app ? 'primary' : 'line'} busy={busy}>
          {busy ? 'Checking...' : 'Continue'}
        </Button>
      </form>
    </div>
  );
}
