import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { useReread } from '../../../../ui/desk/use-reread.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { complianceNotices } from '../../desk-messages.ts';

export type Notice = keyof typeof complianceNotices;
type Params = Readonly<Record<string, string>>;

const useComplianceReread = () => useReread(api.compliance.key(), api.desk.key());

type Act<In, Out> = {
  send: (input: In) => Promise<Out>;
  says: Notice;
  params: Params;
  onDone?: (out: Out) => void;
};

/** Carries out one act that needs no form. */
export function useAct<In = undefined, Out = unknown>({ send, says, params, onDone }: Act<In, Out>) {
  const { reread, tell } = useComplianceReread();
  return useMutation({
    mutationFn: send,
    onSuccess: (out) => {
      onDone?.(out);
      tell(() => toastSuccess(complianceNotices[says], params));
    },
    onError: (error) => {
      toastRefusal(error);
      void reread();
    },
  });
}

type Form<Out> = { says: Notice; params: Params; onClose: () => void; onDone?: (out: Out) => void };

/** The same for an act with a form of its own: what its `done` and `refused` are. */
export function useFormOutcome<Out>({ says, params, onClose, onDone }: Form<Out>) {
  const { tell, refused } = useComplianceReread();
  return {
    done: (out: Out) => {
      onClose();
      tell(() => toastSuccess(complianceNotices[says], params));
      onDone?.(out);
    },
    refused,
  };
}
