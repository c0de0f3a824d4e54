import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../client.ts';
import { toastRefusal } from '../refusal-words.ts';
import { toastSuccess } from '../toast.ts';
import type { Decision } from './second-person.tsx';

type Wish = { readonly proposalId: string; readonly decision: Decision; readonly reason?: string };

type UseDecideOptions<Done> = {
  command: UseMutationOptions<Done, Error, Wish>;
  /** What is read again afterwards, whatever came of it. */
  stale: readonly unknown[];
  notices: Readonly<Record<Decision, { readonly title: string; readonly text: string }>>;
};

/** Decides on a proposal and says what came of it: done, or refused in the words of the refusal. */
export function useDecide<Done>({ command, stale, notices }: UseDecideOptions<Done>, proposalId: string) {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    ...command,
    onSuccess: (_, { decision }) => toastSuccess(notices[decision]),
    onError: toastRefusal,
    onSettled: () =>
      Promise.all([stale, api.approvals.key()].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const decide = (decision: Decision, reason = ''): Promise<boolean> =>
    mutateAsync({ proposalId, decision, reason }).then(
      () => true,
      () => false,
    );
  return { decide, busy: isPending };
}
