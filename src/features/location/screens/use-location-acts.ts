import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { refusalWords, toastRefusal } from '../../../ui/refusal-words.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { locationNotices } from '../messages.ts';

const sayFailed = () => toastError(locationNotices.updateFailed);

/** Who asked too often is told so; every other failure has the documented words. */
const sayWhy = (error: unknown) =>
  refusalWords(error).code === 'location.too_often' ? toastRefusal(error) : sayFailed();

function useReadAgain() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: api.location.key() });
}

/** Finds and stores where one is now. By itself it says only what went wrong; asked for, also that it went well. */
export function useDetect({ quiet }: { quiet: boolean }) {
  const readAgain = useReadAgain();
  return useMutation({
    ...api.location.detect.mutationOptions(),
    onSuccess: () => {
      if (!quiet) toastSuccess(locationNotices.updated);
    },
    onError: sayWhy,
    onSettled: readAgain,
  });
}

type Answering = {
  /** Whether it could be kept or not. */
  done?: () => void;
  /** A no takes something back: then it is told. */
  withdrawn?: boolean;
};

/** Answers the question for consent, or changes the answer. */
export function useAnswer({ done = () => undefined, withdrawn = false }: Answering = {}) {
  const readAgain = useReadAgain();
  return useCommand(api.location.consent, {
    done: ({ failure }, { allow }) => {
      if (failure) sayFailed();
      if (!allow && withdrawn) toastSuccess(locationNotices.withdrawn);
    },
    after: async () => {
      await readAgain();
      done();
    },
  });
}

export const useDismiss = () => useCommand(api.location.dismissAlert, { after: useReadAgain() });
