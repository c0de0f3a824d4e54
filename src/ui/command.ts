import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { toastRefusal } from './refusal-words.ts';

type Then<Out, Sent> = {
  /** The command was carried out. */
  done?: (out: Out, sent: Sent) => unknown;
  /** It was carried out or refused: what it may have changed is read anew. */
  after?: () => unknown;
};

/** A command that no form sends: a refusal is told as a toast. */
export const useCommand = <Out, Err, Sent>(
  command: { mutationOptions(): UseMutationOptions<Out, Err, Sent> },
  { done, after }: Then<Out, Sent> = {},
) => useMutation({ ...command.mutationOptions(), onSuccess: done, onError: toastRefusal, onSettled: after });
