import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import '../../../ui/desk/desk-page.css';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { momentText } from '../../../ui/format.ts';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { authoringActs } from '../acts.ts';
import { authoringNotices } from '../own-messages.ts';
import { MakeCourse } from '../schema.ts';
import type { CourseListLine } from './data.ts';
import { courseWord } from './words.ts';

export const meta = () => deskMeta('Courses');

/** The courses that there are, for those who write them. */
export default function CoursesScreen() {
  const { roles } = useDeskPerson();
  return (
    <div className="desk-page">
      {isFor(authoringActs.write, roles) ? (
        <Courses />
      ) : (
        <>
          <h1>Courses</h1>
          <Notice>Your role does not include this. Instructors or admin write courses.</Notice>
        </>
      )}
    </div>
  );
}

function Courses() {
  const asked = useQuery(api.authoring.courses.queryOptions());
  const [making, setMaking] = useState(false);
  useKeys({ n: () => setMaking(true) });
  return (
    <>
      <header className="page-head">
        <div className="row between wraps">
          <h1>Courses</h1>
          <Button size="small" onClick={() => setMaking(true)}>
            New course <kbd>N</kbd>
          </Button>
        </div>
        <p className="ink-2">A course is written as a draft, which nobody sees until it is published.</p>
      </header>
      {asked.data ? (
        <ul className="rows">
          {asked.data.lines.map((line) => (
            <CourseRow key={line.id} line={line} />
          ))}
        </ul>
      ) : (
        <NotYet asked={asked} text="The courses could not be read." lines={[60, 90, 90]} />
      )}
      {making && <MakeDialog onClose={() => setMaking(false)} />}
    </>
  );
}

const CourseRow = ({ line: { id, title, state, version, isHouse, savedAt, savedAs } }: { line: CourseListLine }) => (
  <li>
    <Link className="link wrap-any" to={`/admin/courses/${id}`}>
      {title}
    </Link>
    <span className="ink-2 num">
      {version !== null && `version ${version}`}
      {isHouse && ', out of the files of the house'}
      {savedAt && `${version === null ? '' : ', '}saved by ${savedAs}, ${momentText(savedAt, { year: true })}`}
    </span>
    <Badge kind={courseWord[state].kind}>{courseWord[state].text}</Badge>
  </li>
);

function MakeDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { field, busy, submit } = useCommandForm(MakeCourse, api.authoring.make, {
    start: { title: '' },
    done: ({ courseId }) => {
      onClose();
      void navigate(`/admin/courses/${courseId}`);
      toastSuccess(authoringNotices.made);
    },
  });
  return (
    <ActDialog title="New course" says="Begin" {...{ busy, submit, onClose }}>
      <Field label="Title" hint="You can change it later." autoComplete="off" maxLength={90} {...field('title')} />
    </ActDialog>
  );
}
