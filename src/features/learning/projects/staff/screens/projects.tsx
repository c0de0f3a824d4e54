import { Link } from 'react-router';
import { adminMeta } from '../../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../../ui/admin/list.tsx';
import { restrictToRole } from '../../../../../ui/admin/role-notice.tsx';
import { queueShortcuts } from '../../../../../ui/admin/shortcuts.tsx';
import { usePages } from '../../../../../ui/admin/use-list.ts';
import { useView, ViewChips } from '../../../../../ui/admin/view-chips.tsx';
import { Badge } from '../../../../../ui/badge.tsx';
import { api } from '../../../../../ui/client.ts';
import { formatDateTime } from '../../../../../ui/format.ts';
import { projectPermissions } from '../../../permissions.ts';
import type { SubmissionView } from '../../schema.ts';
import { type ProjectLine, projectStateLabels } from './project-labels.ts';

export const meta = () => adminMeta('Projects');

const columns: readonly Column<ProjectLine>[] = [
  {
    name: 'Learner',
    className: 'ref wrap-any',
    of: ({ id, learner }) => <Link to={`/admin/projects/${id}`}>{learner}</Link>,
  },
  { name: 'Course', className: 'wrap-any', of: ({ courseTitle }) => courseTitle },
  { name: 'Attempt', right: true, of: ({ number }) => number },
  {
    name: 'State',
    of: ({ state }) => <Badge kind={projectStateLabels[state].kind}>{projectStateLabels[state].text}</Badge>,
  },
  { name: 'Since', of: ({ at }) => formatDateTime(at, { year: true }) },
  { name: 'Points', right: true, of: ({ points }) => points ?? '' },
];

const views: readonly { key: SubmissionView; name: string }[] = [
  { key: 'waiting', name: 'To mark' },
  { key: 'appealed', name: 'Appeals' },
  { key: 'marked', name: 'Marked' },
];
const emptyTitles: Readonly<Record<SubmissionView, string>> = {
  waiting: 'No projects to mark',
  appealed: 'No appeals',
  marked: 'No marked projects yet',
};

export default restrictToRole(
  { permission: projectPermissions.view, subject: 'Projects', readers: 'Instructors or admin' },
  Projects,
);

function Projects() {
  const { view, chips } = useView(views, 'waiting');
  const { lines, ...query } = usePages(api.projectsDesk.submissions, (after) => ({ view, after }));
  return (
    <AdminList
      query={query}
      rows={lines}
      columns={columns}
      className="customers"
      open="/admin/projects"
      renderBar={() => (
        <div className="bar2">
          <h1 className="sr">Projects</h1>
          <ViewChips {...chips} uncounted={views.map(({ key }) => key)} />
        </div>
      )}
      errorText="We couldn't load the projects."
      empty={{ title: emptyTitles[view] }}
      shortcuts={queueShortcuts.filter(([[key]]) => key !== '/')}
    />
  );
}
