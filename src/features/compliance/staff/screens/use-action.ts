import { useMutation } from '@tanstack/react-query';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { complianceNotices } from '../../notices.ts';

type Notice = keyof typeof complianceNotices;
type Params = Readonly<Record<string, string>>;

const stale = [api.compliance.key(), api.desk.key()];

/** Outcome of an action of this area: the queries to refetch and the toast. */
export const describeOutcome = (notice: Notice, params: Params = {}) => ({
  stale,
  success: () => toastSuccess(complianceNotices[notice], params),
});

type ActionOptions<In, Out> = {
  send: (input: In) => Promise<Out>;
  notice: Notice;
  params: Params;
  onDone?: (out: Out) => void;
};

/** A command without a form. */
export function useAction<In = undefined, Out = unknown>({ send, notice, params, onDone }: ActionOptions<In, Out>) {
  const { refresh, afterRefresh } = useInvalidate(...stale);
  return useMutation({
    mutationFn: send,
    onSuccess: (out) => {
      onDone?.(out);
      afterRefresh(() => toastSuccess(complianceNotices[notice], params));
    },
    onError: (error) => {
      toastRefusal(error);
      void refresh();
    },
  });
}
