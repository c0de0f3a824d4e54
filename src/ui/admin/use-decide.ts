import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../client.ts';
import { toastRefusal } from '../error-message.ts';
import { toastSuccess } from '../toast.ts';
import type { Decision } from './approval-panel.tsx';

type DecisionInput = { readonly proposalId: string; readonly decision: Decision; readonly reason?: string };

type UseDecideOptions<Done> = {
  command: UseMutationOptions<Done, Error, DecisionInput>;
  staleKey: readonly unknown[];
  notices: Readonly<Record<Decision, { readonly title: string; readonly text: string }>>;
};

/** Decides a proposal and shows the outcome as a toast. */
export function useDecide<Done>({ command, staleKey, notices }: UseDecideOptions<Done>, proposalId: string) {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    ...command,
    onSuccess: (_, { decision }) => toastSuccess(notices[decision]),
    onError: toastRefusal,
    onSettled: () =>
      Promise.all([staleKey, api.approvals.key()].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const decide = (decision: Decision, reason = ''): Promise<boolean> =>
    mutateAsync({ proposalId, decision, reason }).then(
      () => true,
      () => false,
    );
  return { decide, busy: isPending };
}
