import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { isFor } from '../../../../kernel/acts.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import type { DeskPerson } from '../../../../ui/desk/frame.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { useReason } from '../../../../ui/desk/reason.tsx';
import { momentText } from '../../../../ui/format.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { appropriatenessActs } from '../../../appropriateness/acts.ts';

/** One field, so it does without the forms and their schemas. */
function WaveThrough({ userId }: { userId: string }) {
  const { field, withReason } = useReason({
    label: 'Why they may order without it',
    hint: 'Kept for good, with your name.',
  });
  const queries = useQueryClient();
  const waive = useMutation({
    ...api.appropriateness.waive.mutationOptions(),
    onSuccess: () => void queries.invalidateQueries({ queryKey: api.appropriateness.record.key() }),
    onError: toastRefusal,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    withReason((reason) => !waive.isPending && waive.mutate({ userId, reason }));
  };
  return (
    <form className="stack-s" noValidate onSubmit={submit}>
      {field}
      <div>
        <Button type="submit" look="line" busy={waive.isPending}>
          Wave through
        </Button>
      </div>
    </form>
  );
}

/** The appropriateness record: how somebody showed that they know what an order means, and what they had wrong. */
export function CustomerLesson({ userId, person }: { userId: string; person: DeskPerson }) {
  const record = useQuery(api.appropriateness.record.queryOptions({ input: { userId } }));
  if (!record.data) return null;
  const { outcomes, tries } = record.data;
  const latest = outcomes[0];
  return (
    <Part id="lesson" title="Before the first order">
      {outcomes.length === 0 && <p className="ink-2">The lesson was not passed yet.</p>}
      <ul className="notes">
        {outcomes.map(({ number, way, at, by, reason }) => (
          <li key={number}>
            <p className="wrap-any">
              {way === 'passed' ? `Passed lesson ${number}` : `Waved through lesson ${number} by ${by}: ${reason}`}
            </p>
            <p className="t-2xs ink-3 num">{momentText(at, { year: true })}</p>
          </li>
        ))}
        {tries.map(({ handedInAt, right, asked, passed, wrong }) => (
          <li key={handedInAt.toISOString()}>
            <p>
              {right} of {asked} right, {passed ? 'enough' : 'not enough'}
            </p>
            {wrong.length > 0 && <p className="t-xs ink-2 wrap-any">Wrong: {wrong.join(' · ')}</p>}
            <p className="t-2xs ink-3 num">{momentText(handedInAt, { year: true })}</p>
          </li>
        ))}
      </ul>
      {!latest && isFor(appropriatenessActs.waive, person.roles) && <WaveThrough userId={userId} />}
    </Part>
  );
}
