import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { forRole } from '../../../ui/desk/not-for-role.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { momentText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { classActs } from '../../classes/acts.ts';
import type { ClassLine } from '../../classes/shapes.ts';

const WriteDialog = later(() => import('../../classes/screens/write-dialog.tsx').then((parts) => parts.WriteDialog));

export const meta = () => deskMeta('Classes');

/** Who takes each course, in numbers, and a message to all of them; for whoever teaches. */
export default forRole({ act: classActs.write, what: 'Classes', who: 'Instructors or admin' }, Classes);

type OneProps = { course: ClassLine; onWrite: (course: ClassLine) => void };

function One({ course, onWrite }: OneProps) {
  const { courseId, title, learners, finished, last, today } = course;
  return (
    <Part id={`class-${courseId}`} title={title}>
      <p className="num">
        {learners} {learners === 1 ? 'learner' : 'learners'}
        {finished !== null && `, ${finished} finished`}
      </p>
      {last && (
        <p className="t-xs ink-2 wrap-any num">
          Last message: “{last.subject}” by {last.by}, {momentText(last.sentAt, { year: true })}, {last.writtenTo}{' '}
          {last.writtenTo === 1 ? 'mail' : 'mails'}
        </p>
      )}
      {today ? (
        <p className="ink-2">This class was written to today. The next message can go tomorrow.</p>
      ) : (
        <div className="under">
          <Button look="line" onClick={() => onWrite(course)}>
            Write to the class
          </Button>
        </div>
      )}
    </Part>
  );
}

function Classes() {
  const asked = useQuery(api.classesDesk.courses.queryOptions());
  const [writing, setWriting] = useState<ClassLine | null>(null);
  return (
    <>
      <div className="bar2">
        <h1 className="sr">Classes</h1>
      </div>
      <div className="panel alone">
        <div className="in">
          {!asked.data && <NotYet asked={asked} text="The classes could not be read." lines={[60, 90, 100]} />}
          {asked.data?.courses.map((course) => (
            <One key={course.courseId} course={course} onWrite={setWriting} />
          ))}
        </div>
      </div>
      {writing && <WriteDialog course={writing} onClose={() => setWriting(null)} />}
    </>
  );
}
