import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/error-message.ts';
import { formatPlural } from '../../../ui/number-format.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { systemNotices } from '../messages.ts';
import type { FailedJob } from './data.ts';
import { formatSince } from './format.ts';

function DeadLetterRow({ work, now }: { work: FailedJob; now: Date }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation(
    api.system.tryAgain.mutationOptions({
      onSuccess: () => toastSuccess(systemNotices.triedAgain),
      onError: toastRefusal,
      onSettled: () => queries.invalidateQueries({ queryKey: api.system.key() }),
    }),
  );
  const { id, job, at, tries, error } = work;
  return (
    <li>
      <b className="wrap-any">{job}</b>
      <span className="ink-2 num">
        failed {formatSince(at, now)}, after {formatPlural(tries, 'try', 'tries')}
      </span>
      <Button
        variant="line"
        size="small"
        busy={isPending}
        label={`Try again: ${job}, failed ${formatSince(at, now)}`}
        onClick={() => mutate({ job, id })}
      >
        Try again
      </Button>
      <span className="said wrap-any">{error ?? 'No error recorded.'}</span>
    </li>
  );
}

export const DeadLetters = ({ failed, now }: { failed: readonly FailedJob[]; now: Date }) =>
  failed.length === 0 ? (
    <p className="ink-2">No failed jobs.</p>
  ) : (
    <ul className="rows system-rows">
      {failed.map((work) => (
        <DeadLetterRow key={work.id} work={work} now={now} />
      ))}
    </ul>
  );
