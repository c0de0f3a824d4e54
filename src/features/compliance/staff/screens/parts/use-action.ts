import { useMutation } from '@tanstack/react-query';
import { useInvalidate } from '../../../../../ui/admin/use-invalidate.ts';
import { api } from '../../../../../ui/client.ts';
import { toastRefusal } from '../../../../../ui/error-message.ts';
import { toastSuccess } from '../../../../../ui/toast.ts';
import { complianceNotices } from '../../../notices.ts';

export type Notice = keyof typeof complianceNotices;
type Params = Readonly<Record<string, string>>;

const useComplianceRefresh = () => useInvalidate(api.compliance.key(), api.desk.key());

type ActionOptions<In, Out> = {
  send: (input: In) => Promise<Out>;
  says: Notice;
  params: Params;
  onDone?: (out: Out) => void;
};

export function useAction<In = undefined, Out = unknown>({ send, says, params, onDone }: ActionOptions<In, Out>) {
  const { refresh, afterRefresh } = useComplianceRefresh();
  return useMutation({
    mutationFn: send,
    onSuccess: (out) => {
      onDone?.(out);
      afterRefresh(() => toastSuccess(complianceNotices[says], params));
    },
    onError: (error) => {
      toastRefusal(error);
      void refresh();
    },
  });
}

type FormOptions<Out> = { says: Notice; params: Params; onClose: () => void; onDone?: (out: Out) => void };

export function useFormOutcome<Out>({ says, params, onClose, onDone }: FormOptions<Out>) {
  const { afterRefresh, refused } = useComplianceRefresh();
  return {
    done: (out: Out) => {
      onClose();
      afterRefresh(() => toastSuccess(complianceNotices[says], params));
      onDone?.(out);
    },
    refused,
  };
}
