import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isFor } from '../../../kernel/acts.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import type { DeskPerson } from '../../../ui/desk/frame.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { dayText, momentText } from '../../../ui/format.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { serverNow } from '../../../ui/server-clock.ts';
import { lastDay } from '../../learning/screens/ways.ts';
import { enrollmentActs } from '../acts.ts';
import type { DeskCourse } from '../given.ts';

type Offered = { readonly courseId: string; readonly title: string };
type OpenDialog = { readonly act: 'give' } | { readonly act: 'longer' | 'back'; readonly course: DeskCourse };

const says = { give: 'Give the course', longer: 'Give more time', back: 'Take back' } as const;
const about = {
  give: 'The course opens at once, and costs the customer nothing. We write to them.',
  longer: 'Only a later day can be set. We write to the customer.',
  back: 'The course closes at once. What was learned is kept, and is there again when they take the course again.',
} as const;

/** The acts, each followed by a fresh look at the courses. */
function useActs(onDone: () => void) {
  const queries = useQueryClient();
  const then = {
    done: onDone,
    after: () => queries.invalidateQueries({ queryKey: api.enrollmentDesk.ofCustomer.key() }),
  };
  const give = useCommand(api.enrollmentDesk.give, then);
  const longer = useCommand(api.enrollmentDesk.moveEnd, then);
  const back = useCommand(api.enrollmentDesk.takeBack, then);
  return { give, longer, back, busy: give.isPending || longer.isPending || back.isPending };
}

type DialogProps = { userId: string; asked: OpenDialog; offered: readonly Offered[]; onClose: () => void };

/** Which course, until when, and why. */
function GivingDialog({ userId, asked, offered, onClose }: DialogProps) {
  const { act } = asked;
  const [courseId, setCourseId] = useState(offered[0]?.courseId ?? '');
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const acts = useActs(onClose);
  const submit = () => {
    const short = reason.trim().length < 10;
    setMissing(short);
    if (short) return;
    const end = until === '' ? null : until;
    if (asked.act === 'give') acts.give.mutate({ userId, courseId, until: end, reason });
    else if (asked.act === 'longer') acts.longer.mutate({ id: asked.course.id, until: end, reason });
    else acts.back.mutate({ id: asked.course.id, reason });
  };
  return (
    <ActDialog
      title={'course' in asked ? `${says[act]}: ${asked.course.title}` : says[act]}
      says={says[act]}
      grave={act === 'back'}
      busy={acts.busy}
      submit={submit}
      onClose={onClose}
    >
      <p className="ink-2">{about[act]}</p>
      {act === 'give' && (
        <SelectField
          label="Course"
          options={offered.map((one) => ({ value: one.courseId, name: one.title }))}
          value={courseId}
          onChange={({ target }) => setCourseId(target.value)}
        />
      )}
      {act !== 'back' && (
        <Field
          label="Last day"
          aside="Optional"
          hint="Without a day it has no end."
          type="date"
          min={jamaicaDay(serverNow())}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
      )}
      <TextField
        label="Reason"
        hint="Kept for good, with your name. No customer reads it."
        error={missing ? 'Write at least ten letters' : undefined}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ActDialog>
  );
}

/** How somebody came to a course, in one line. */
function wayText({ grantedBy, state, until, revokedAt, by, reason }: DeskCourse): string {
  if (grantedBy === 'free') return 'Free';
  if (grantedBy === 'plan')
    return state === 'paused' ? 'With a plan, which has ended' : 'With a plan, as long as it runs';
  if (grantedBy === 'payment') return state === 'active' ? 'Bought' : 'To be paid for';
  const what = revokedAt ? 'Taken back' : `Given ${until ? `until the end of ${lastDay(until)}` : 'without an end'}`;
  return `${what} by ${by}: ${reason}`;
}

type OneProps = { course: DeskCourse; may: boolean; onAct: (asked: OpenDialog) => void };

function One({ course, may, onAct }: OneProps) {
  const { title, state, grantedBy, until, since, revokedAt, units, unitsDone, quizzes, quizzesPassed } = course;
  const given = may && grantedBy === 'staff' && revokedAt === null;
  return (
    <li>
      <p className="wrap-any">
        <b>{title}</b>: {unitsDone} of {units} lessons, {quizzesPassed} of {quizzes} quizzes
      </p>
      <p className="wrap-any">{wayText(course)}</p>
      {may && grantedBy === 'payment' && state === 'active' && (
        <p className="t-xs ink-2">What was bought ends only when finance gives the money back, under Payments.</p>
      )}
      <p className="t-2xs ink-3 num">
        {revokedAt
          ? `closed ${momentText(revokedAt, { year: true })}`
          : since && `since ${dayText(since, { year: true })}`}
      </p>
      {given && (
        <div className="row">
          {until && (
            <Button look="line" onClick={() => onAct({ act: 'longer', course })}>
              {says.longer}
            </Button>
          )}
          {state === 'active' && (
            <Button look="line" onClick={() => onAct({ act: 'back', course })}>
              {says.back}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** What a customer takes and how they came to it; support gives, has last longer and takes back. */
export function CustomerCourses({ userId, person }: { userId: string; person: DeskPerson }) {
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const found = useQuery(api.enrollmentDesk.ofCustomer.queryOptions({ input: { userId } }));
  if (!found.data) return null;
  const { courses, offered } = found.data;
  const may = isFor(enrollmentActs.give, person.roles);
  return (
    <Part id="courses" title="Courses">
      {courses.length === 0 && <p className="ink-2">They take no course.</p>}
      <ul className="notes">
        {courses.map((course) => (
          <One key={course.id} course={course} may={may} onAct={setAsked} />
        ))}
      </ul>
      {may && offered.length > 0 && (
        <div>
          <Button look="line" onClick={() => setAsked({ act: 'give' })}>
            {says.give}
          </Button>
        </div>
      )}
      {asked && <GivingDialog userId={userId} asked={asked} offered={offered} onClose={() => setAsked(null)} />}
    </Part>
  );
}
