import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { jamaicaDay } from '../../../../../kernel/calendar.ts';
import { roleAllows } from '../../../../../kernel/permissions.ts';
import { ActionDialog } from '../../../../../ui/admin/action-dialog.tsx';
import type { StaffUser } from '../../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../../ui/admin/section.tsx';
import { useReason } from '../../../../../ui/admin/use-reason.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { api, type call } from '../../../../../ui/client.ts';
import { Field } from '../../../../../ui/field.tsx';
import { formatDateTime, formatDay } from '../../../../../ui/format.ts';
import { formatPlural } from '../../../../../ui/number-format.ts';
import { SelectField } from '../../../../../ui/select-field.tsx';
import { serverNow } from '../../../../../ui/server-clock.ts';
import { useCommand } from '../../../../../ui/use-command.ts';
import { enrollmentPermissions } from '../../../permissions.ts';
import { formatLastDay } from '../../../screens/paths.ts';

type CustomerCourses = Awaited<ReturnType<typeof call.enrollmentDesk.ofCustomer>>;
type CustomerCourse = CustomerCourses['courses'][number];
type Offered = CustomerCourses['offered'][number];
type OpenDialog = { readonly act: 'grant' } | { readonly act: 'extend' | 'revoke'; readonly course: CustomerCourse };

const actionLabels = { grant: 'Grant a course', extend: 'Extend access', revoke: 'Revoke access' } as const;
const actionHints = {
  grant: 'The customer gets free access immediately. We email them.',
  extend: 'You can only choose a later day. We email the customer.',
  revoke: "Access ends immediately. We keep the customer's progress in case they enrol again.",
} as const;

function useGrantCommands(onDone: () => void) {
  const queries = useQueryClient();
  const handlers = {
    done: onDone,
    after: () => queries.invalidateQueries({ queryKey: api.enrollmentDesk.ofCustomer.key() }),
  };
  const grant = useCommand(api.enrollmentDesk.grant, handlers);
  const extend = useCommand(api.enrollmentDesk.changeEnd, handlers);
  const revoke = useCommand(api.enrollmentDesk.revoke, handlers);
  return { grant, extend, revoke, busy: grant.isPending || extend.isPending || revoke.isPending };
}

type DialogProps = { userId: string; dialog: OpenDialog; offered: readonly Offered[]; onClose: () => void };

function GrantDialog({ userId, dialog, offered, onClose }: DialogProps) {
  const { act } = dialog;
  const [courseId, setCourseId] = useState(offered[0]?.courseId ?? '');
  const [until, setUntil] = useState('');
  const { field, withReason } = useReason({ hint: 'Stored permanently with your name. Customers never see it.' });
  const commands = useGrantCommands(onClose);
  const send = (reason: string) => {
    const end = until === '' ? null : until;
    if (dialog.act === 'grant') commands.grant.mutate({ userId, courseId, until: end, reason });
    else if (dialog.act === 'extend') commands.extend.mutate({ id: dialog.course.id, until: end, reason });
    else commands.revoke.mutate({ id: dialog.course.id, reason });
  };
  return (
    <ActionDialog
      title={'course' in dialog ? `${actionLabels[act]}: ${dialog.course.title}` : actionLabels[act]}
      confirmLabel={actionLabels[act]}
      grave={act === 'revoke'}
      busy={commands.busy}
      submit={() => withReason(send)}
      onClose={onClose}
    >
      <p className="ink-2">{actionHints[act]}</p>
      {act === 'grant' && (
        <SelectField
          label="Course"
          options={offered.map((one) => ({ value: one.courseId, name: one.title }))}
          value={courseId}
          onChange={({ target }) => setCourseId(target.value)}
        />
      )}
      {act !== 'revoke' && (
        <Field
          label="Last day"
          labelNote="Optional"
          hint="Leave this empty for access without an end."
          type="date"
          min={jamaicaDay(serverNow())}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
      )}
      {field}
    </ActionDialog>
  );
}

function formatGrant({ grantedBy, state, until, revokedAt, by, reason }: CustomerCourse): string {
  if (grantedBy === 'free') return 'Free';
  if (grantedBy === 'plan')
    return state === 'paused' ? 'Included in a plan that has ended' : 'Included in an active plan';
  if (grantedBy === 'payment') return state === 'active' ? 'Bought' : 'Waiting for payment';
  const what = revokedAt
    ? 'Revoked'
    : `Granted ${until ? `until the end of ${formatLastDay(until)}` : 'without an end'}`;
  return `${what} by ${by}: ${reason}`;
}

type CourseItemProps = { course: CustomerCourse; canGrant: boolean; onAct: (dialog: OpenDialog) => void };

function CourseItem({ course, canGrant, onAct }: CourseItemProps) {
  const { title, state, grantedBy, until, since, revokedAt, units, unitsDone, quizzes, quizzesPassed } = course;
  const isGranted = canGrant && grantedBy === 'staff' && revokedAt === null;
  return (
    <li>
      <p className="wrap-any">
        <b>{title}</b>: {unitsDone} of {formatPlural(units, 'lesson', 'lessons')}, {quizzesPassed} of{' '}
        {formatPlural(quizzes, 'quiz', 'quizzes')}
      </p>
      <p className="wrap-any">{formatGrant(course)}</p>
      {canGrant && grantedBy === 'payment' && state === 'active' && (
        <p className="t-xs ink-2">Bought access only ends when finance refunds the payment, under Payments.</p>
      )}
      <p className="t-2xs ink-3 num">
        {revokedAt
          ? `ended ${formatDateTime(revokedAt, { year: true })}`
          : since && `since ${formatDay(since, { year: true })}`}
      </p>
      {isGranted && (
        <div className="row">
          {until && (
            <Button variant="line" onClick={() => onAct({ act: 'extend', course })}>
              {actionLabels.extend}
            </Button>
          )}
          {state === 'active' && (
            <Button variant="line" onClick={() => onAct({ act: 'revoke', course })}>
              {actionLabels.revoke}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

export function CustomerCourses({ userId, person }: { userId: string; person: StaffUser }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const query = useQuery(api.enrollmentDesk.ofCustomer.queryOptions({ input: { userId } }));
  if (!query.data) return null;
  const { courses, offered } = query.data;
  const canGrant = roleAllows(enrollmentPermissions.grant, person.roles);
  return (
    <PageSection id="courses" title="Courses">
      {courses.length === 0 && <p className="ink-2">No courses.</p>}
      <ul className="notes">
        {courses.map((course) => (
          <CourseItem key={course.id} course={course} canGrant={canGrant} onAct={setDialog} />
        ))}
      </ul>
      {canGrant && offered.length > 0 && (
        <div>
          <Button variant="line" onClick={() => setDialog({ act: 'grant' })}>
            {actionLabels.grant}
          </Button>
        </div>
      )}
      {dialog && <GrantDialog userId={userId} dialog={dialog} offered={offered} onClose={() => setDialog(null)} />}
    </PageSection>
  );
}
