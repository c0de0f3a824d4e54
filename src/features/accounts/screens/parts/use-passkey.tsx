import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { signWithPasskey, tellPasskeyFault } from '../security/passkey.ts';

/** Signs in with a passkey alone: the browser shows the ones that it has for this site. */
export function UsePasskey({ onDone }: { onDone: () => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await call.accounts.passkeyOptions());
      return call.accounts.signInWithPasskey({ passkey });
    },
    onSuccess: onDone,
    onError: tellPasskeyFault,
  });
  return (
    <Button look="line" full busy={isPending} onClick={() => mutate()}>
      <KeyRound className="ic" aria-hidden="true" />
      Use a passkey
    </Button>
  );
}
