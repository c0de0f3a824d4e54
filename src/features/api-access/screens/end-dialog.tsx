import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toastRefusal } from '../../../ui/error-message.ts';

type EndProps = {
  open: boolean;
  title: string;
  text: string;
  says: string;
  act: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

export function EndDialog({ text, act, onDone, ...asked }: EndProps) {
  const end = useMutation({ mutationFn: act, onSuccess: onDone, onError: toastRefusal, onSettled: asked.onClose });
  return (
    <ConfirmDialog {...asked} cancelLabel="Keep it" grave busy={end.isPending} onConfirm={() => end.mutate()}>
      <p>{text}</p>
    </ConfirmDialog>
  );
}
