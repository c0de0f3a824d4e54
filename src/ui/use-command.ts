import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { toastRefusal } from './error-message.ts';

type CommandHandlers<Out, Sent> = {
  done?: (out: Out, sent: Sent) => unknown;
  after?: () => unknown;
};

/** Mutation for a command without a form. Shows errors as a toast. */
export const useCommand = <Out, Err, Sent>(
  command: { mutationOptions(): UseMutationOptions<Out, Err, Sent> },
  { done, after }: CommandHandlers<Out, Sent> = {},
) => useMutation({ ...command.mutationOptions(), onSuccess: done, onError: toastRefusal, onSettled: after });
