import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';

type EndProps = {
  open: boolean;
  title: string;
  text: string;
  word: string;
  act: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks once before something ends that a program relies on. */
export function EndDialog({ open, title, text, word, act, onDone, onClose }: EndProps) {
  const end = useMutation({ mutationFn: act, onSuccess: onDone, onError: toastRefusal, onSettled: onClose });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      acts={
        <>
          <Button look="line" onClick={onClose}>
            Keep it
          </Button>
          <Button look="bad" busy={end.isPending} onClick={() => end.mutate()}>
            {word}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
