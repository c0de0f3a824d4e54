import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { useReread } from '../../../../ui/desk/use-reread.ts';
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

/** Carries out one decision. */
export function useDecision<In, Out>({ name, send, says, onDone }: Decision<In, Out>) {
  const { reread } = useReread(api.identity.key());
  return useMutation({
    mutationFn: send,
    // Under way until the newest state stands: what was decided must not be seen undecided for a moment.
    onSuccess: async (out, sent) => {
      await reread();
      onDone();
      toastSuccess(identityNotices[says(out, sent)], { name });
    },
    onError: (error) => {
      toastRefusal(error);
      void reread();
    },
  });
}
