import { useMutation } from '@tanstack/react-query';
import { AskDialog } from '../../../ui/ask-dialog.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';

type EndProps = {
  open: boolean;
  title: string;
  text: string;
  says: string;
  act: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks once before something ends that a program relies on. */
export function EndDialog({ text, act, onDone, ...asked }: EndProps) {
  const end = useMutation({ mutationFn: act, onSuccess: onDone, onError: toastRefusal, onSettled: asked.onClose });
  return (
    <AskDialog {...asked} keep="Keep it" grave busy={end.isPending} onAct={() => end.mutate()}>
      <p>{text}</p>
    </AskDialog>
  );
}
