import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { signWithPasskey, toastPasskeyError } from '../security/passkey.ts';

export function PasskeyButton({ onDone }: { onDone: () => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await call.accounts.passkeyOptions());
      return call.accounts.signInWithPasskey({ passkey });
    },
    onSuccess: onDone,
    onError: toastPasskeyError,
  });
  return (
    <Button variant="line" full busy={isPending} onClick={() => mutate()}>
      <KeyRound className="ic" aria-hidden="true" />
      Use a passkey
    </Button>
  );
}
