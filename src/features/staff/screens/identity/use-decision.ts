import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { identityNotices } from '../../messages.ts';

type Decision<In, Out> = {
  /** Whose matter it is, as the notice names them. */
  name: string;
  send: (input: In) => Promise<Out>;
  says: (out: Out, sent: In) => keyof typeof identityNotices;
  onDone: () => void;
};

/**
 * Carries out one decision. The newest state is read afterwards, and after a refusal too: somebody else may have
 * decided. What was done is said once the newest state stands, so that whoever works by keys never hits the old one.
 */
export function useDecision<In, Out>({ name, send, says, onDone }: Decision<In, Out>) {
  const queries = useQueryClient();
  const reread = () => queries.invalidateQueries({ queryKey: api.identity.key() });
  return useMutation({
    mutationFn: send,
    onSuccess: (out, sent) => {
      const notice = identityNotices[says(out, sent)];
      onDone();
      void reread().finally(() => toastSuccess(notice, { name }));
    },
    onError: (error) => {
      toastRefusal(error);
      void reread();
    },
  });
}
