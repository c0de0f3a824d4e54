import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { errorMessage, toastRefusal } from '../../../ui/error-message.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { locationNotices } from '../messages.ts';

const toastUpdateFailed = () => toastError(locationNotices.updateFailed);

const toastFailure = (error: unknown) =>
  errorMessage(error).code === 'location.too_often' ? toastRefusal(error) : toastUpdateFailed();

function useInvalidateLocation() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: api.location.key() });
}

export function useDetectLocation({ quiet }: { quiet: boolean }) {
  const invalidate = useInvalidateLocation();
  return useMutation({
    ...api.location.detect.mutationOptions(),
    onSuccess: () => {
      if (!quiet) toastSuccess(locationNotices.updated);
    },
    onError: toastFailure,
    onSettled: invalidate,
  });
}

type ConsentOptions = { done?: () => void; withdrawn?: boolean };

export function useAnswerConsent({ done = () => undefined, withdrawn = false }: ConsentOptions = {}) {
  const invalidate = useInvalidateLocation();
  return useCommand(api.location.consent, {
    done: ({ failure }, { allow }) => {
      if (failure) toastUpdateFailed();
      if (!allow && withdrawn) toastSuccess(locationNotices.withdrawn);
    },
    after: async () => {
      await invalidate();
      done();
    },
  });
}

export const useDismissAlert = () => useCommand(api.location.dismissAlert, { after: useInvalidateLocation() });
