import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { roleAllows } from '../../../../../kernel/permissions.ts';
import { Badge } from '../../../../../ui/badge.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { api } from '../../../../../ui/client.ts';
import '../../../../../ui/admin/admin-page.css';
import { adminMeta, useStaffUser } from '../../../../../ui/admin/frame.tsx';
import { useShortcuts } from '../../../../../ui/admin/shortcuts.tsx';
import { formatDateTime } from '../../../../../ui/format.ts';
import { lazyPart } from '../../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../../ui/notice.tsx';
import { QueryPlaceholder } from '../../../../../ui/states.tsx';
import { authoringPermissions } from '../../../permissions.ts';
import { type CourseRowData, stateLabels } from './data.ts';

const NewCourseDialog = lazyPart(() => import('./parts/course-dialogs.tsx').then((parts) => parts.NewCourseDialog));

export const meta = () => adminMeta('Courses');

export default function CoursesScreen() {
  const { roles } = useStaffUser();
  return (
    <div className="desk-page">
      {roleAllows(authoringPermissions.write, roles) ? (
        <CourseList />
      ) : (
        <>
          <h1>Courses</h1>
          <Notice>Your role can't do this. Only instructors and admins can edit courses.</Notice>
        </>
      )}
    </div>
  );
}

function CourseList() {
  const query = useQuery(api.authoring.courses.queryOptions());
  const [isCreating, setCreating] = useState(false);
  useShortcuts({ n: () => setCreating(true) });
  return (
    <>
      <header className="page-head">
        <div className="row between wraps">
          <h1>Courses</h1>
          <Button size="small" onClick={() => setCreating(true)}>
            New course <kbd>N</kbd>
          </Button>
        </div>
        <p className="ink-2">Courses are drafts until you publish them.</p>
      </header>
      {query.data ? (
        <ul className="rows">
          {query.data.lines.map((line) => (
            <CourseRow key={line.id} line={line} />
          ))}
        </ul>
      ) : (
        <QueryPlaceholder query={query} text="We couldn’t load the courses." lines={[60, 90, 90]} />
      )}
      {isCreating && <NewCourseDialog onClose={() => setCreating(false)} />}
    </>
  );
}

const CourseRow = ({ line: { id, title, state, version, isBuiltIn, savedAt, savedAs } }: { line: CourseRowData }) => (
  <li>
    <Link className="link wrap-any" to={`/admin/courses/${id}`}>
      {title}
    </Link>
    <span className="ink-2 num">
      {version !== null && `version ${version}`}
      {isBuiltIn && ', built in'}
      {savedAt && `${version === null ? '' : ', '}saved by ${savedAs}, ${formatDateTime(savedAt, { year: true })}`}
    </span>
    <Badge kind={stateLabels[state].kind}>{stateLabels[state].text}</Badge>
  </li>
);
