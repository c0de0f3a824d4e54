import { useMutation } from '@tanstack/react-query';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { identityNotices } from './notices.ts';

type Decision<In, Out> = {
  name: string;
  send: (input: In) => Promise<Out>;
  says: (out: Out, sent: In) => keyof typeof identityNotices;
  onDone: () => void;
};

export function useDecision<In, Out>({ name, send, says, onDone }: Decision<In, Out>) {
  const { refresh } = useInvalidate(api.identity.key());
  return useMutation({
    mutationFn: send,
    // Pending until reloaded, so that a decided item never shows as undecided.
    onSuccess: async (out, sent) => {
      await refresh();
      onDone();
      toastSuccess(identityNotices[says(out, sent)], { name });
    },
    onError: (error) => {
      toastRefusal(error);
      void refresh();
    },
  });
}
