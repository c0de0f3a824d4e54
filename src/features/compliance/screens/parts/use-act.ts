import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { complianceNotices } from '../../desk-messages.ts';

export type Notice = keyof typeof complianceNotices;
type Params = Readonly<Record<string, string>>;

/**
 * After an act the newest state is read, after a refusal too: somebody else may have acted. What was done is said once
 * the newest state stands, so that whoever works by keys never hits the old one.
 */
export function useReread() {
  const queries = useQueryClient();
  const reread = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: api.compliance.key() }),
      queries.invalidateQueries({ queryKey: api.desk.key() }),
    ]);
  return {
    reread,
    told: (says: Notice, params: Params) => {
      void reread().finally(() => toastSuccess(complianceNotices[says], params));
    },
  };
}

type Act<In, Out> = {
  send: (input: In) => Promise<Out>;
  says: Notice;
  params: Params;
  onDone?: (out: Out) => void;
};

/** Carries out one act that needs no form. */
export function useAct<In = undefined, Out = unknown>({ send, says, params, onDone }: Act<In, Out>) {
  const { reread, told } = useReread();
  return useMutation({
    mutationFn: send,
    onSuccess: (out) => {
      onDone?.(out);
      told(says, params);
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
  const { reread, told } = useReread();
  return {
    done: (out: Out) => {
      onClose();
      told(says, params);
      onDone?.(out);
    },
    refused: () => {
      void reread();
      return undefined;
    },
  };
}
