import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { toastError } from '../../../../ui/toast.ts';

/** `choose` is the token to choose a password with, where that of the sign-up does not stand; else null. */
type FinishProps = { token: string; onVerified: (choose: string | null) => void; onInvalid: () => void };

/**
 * 'Finishing email verification...': hands the token from the mail to the server, once [000 §2 Auth]; a server out of
 * reach is asked again on request.
 */
export default function FinishVerification({ token, onVerified, onInvalid }: FinishProps) {
  const sent = useRef<string>(null);
  const { mutate, error } = useMutation({
    ...api.accounts.verifyEmail.mutationOptions(),
    onSuccess: ({ choose }) => onVerified(choose),
    onError: (refusal) => {
      const words = refusalWords(refusal);
      if (words.code !== 'accounts.link_invalid') return;
      toastError(words);
      onInvalid();
    },
  });
  useEffect(() => {
    if (sent.current !== token) mutate({ token });
    sent.current = token;
  }, [token, mutate]);
  if (error) return <FailedState text={refusalWords(error).text} error={error} onRetry={() => mutate({ token })} />;
  return (
    <p className="row t-md" role="status">
      <span className="btn bare icon" aria-hidden="true">
        <span className="spin" />
      </span>
      Finishing email verification...
    </p>
  );
}
