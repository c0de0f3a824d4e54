import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { roleAllows } from '../../../kernel/permissions.ts';
import type { StaffUser } from '../../../ui/admin/frame.tsx';
import { PageSection } from '../../../ui/admin/section.tsx';
import { useReason } from '../../../ui/admin/use-reason.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { CustomerCertificates } from '../../learning/certificates/staff/screens/customer-certificates.tsx';
import { CustomerCourses } from '../../learning/enrollment/staff/screens/customer-courses.tsx';
import { appropriatenessPermissions } from '../../learning/permissions.ts';

/** A single field, so the form library is not loaded. */
function WaiveForm({ userId }: { userId: string }) {
  const { field, withReason } = useReason({
    label: 'Why the customer can order without the lesson',
    hint: 'Stored permanently with your name.',
  });
  const queries = useQueryClient();
  const waive = useCommand(api.appropriateness.waive, {
    done: () => void queries.invalidateQueries({ queryKey: api.appropriateness.record.key() }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    withReason((reason) => !waive.isPending && waive.mutate({ userId, reason }));
  };
  return (
    <form className="stack-s" noValidate onSubmit={submit}>
      {field}
      <div>
        <Button type="submit" variant="line" busy={waive.isPending}>
          Waive lesson
        </Button>
      </div>
    </form>
  );
}

function CustomerLesson({ userId, person }: { userId: string; person: StaffUser }) {
  const record = useQuery(api.appropriateness.record.queryOptions({ input: { userId } }));
  if (!record.data) return null;
  const { outcomes, tries } = record.data;
  const latest = outcomes[0];
  return (
    <PageSection id="lesson" title="Before the first order">
      {outcomes.length === 0 && <p className="ink-2">Lesson not passed yet.</p>}
      <ul className="notes">
        {outcomes.map(({ number, way, at, by, reason }) => (
          <li key={number}>
            <p className="wrap-any">
              {way === 'passed' ? `Passed lesson ${number}` : `Lesson ${number} waived by ${by}: ${reason}`}
            </p>
            <p className="t-2xs ink-3 num">{formatDateTime(at, { year: true })}</p>
          </li>
        ))}
        {tries.map(({ handedInAt, right, asked, passed, wrong }) => (
          <li key={handedInAt.toISOString()}>
            <p>
              {right} of {asked} correct, {passed ? 'passed' : 'not passed'}
            </p>
            {wrong.length > 0 && <p className="t-xs ink-2 wrap-any">Wrong: {wrong.join(' · ')}</p>}
            <p className="t-2xs ink-3 num">{formatDateTime(handedInAt, { year: true })}</p>
          </li>
        ))}
      </ul>
      {!latest && roleAllows(appropriatenessPermissions.waive, person.roles) && <WaiveForm userId={userId} />}
    </PageSection>
  );
}

export const CustomerLearning = ({ userId, person }: { userId: string; person: StaffUser }) => (
  <div className="stack">
    <CustomerCourses userId={userId} person={person} />
    <CustomerLesson userId={userId} person={person} />
    <CustomerCertificates userId={userId} person={person} />
  </div>
);
