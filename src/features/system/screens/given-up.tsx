import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { several } from '../../../ui/figures.ts';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { systemNotices } from '../messages.ts';
import type { Failed } from './data.ts';
import { sinceText } from './words.ts';

/** One piece of work that was given up: of which job, since when, why, and the way to have it done once more. */
function GivenUpLine({ work, now }: { work: Failed; now: Date }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation(
    api.system.tryAgain.mutationOptions({
      onSuccess: () => toastSuccess(systemNotices.triedAgain),
      onError: toastRefusal,
      onSettled: () => queries.invalidateQueries({ queryKey: api.system.key() }),
    }),
  );
  const { id, job, at, tries, said } = work;
  return (
    <li>
      <b className="wrap-any">{job}</b>
      <span className="ink-2 num">
        given up {sinceText(at, now)}, after {several(tries, 'try', 'tries')}
      </span>
      <Button
        look="line"
        size="small"
        busy={isPending}
        label={`Try again: ${job}, given up ${sinceText(at, now)}`}
        onClick={() => mutate({ job, id })}
      >
        Try again
      </Button>
      <span className="said wrap-any">{said ?? 'Nothing was told of why.'}</span>
    </li>
  );
}

/** Work that was given up, the newest first. */
export const GivenUp = ({ failed, now }: { failed: readonly Failed[]; now: Date }) =>
  failed.length === 0 ? (
    <p className="ink-2">Nothing was given up.</p>
  ) : (
    <ul className="rows system-rows">
      {failed.map((work) => (
        <GivenUpLine key={work.id} work={work} now={now} />
      ))}
    </ul>
  );
