import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { queueKeys } from '../../../ui/desk/keys-line.tsx';
import { type Column, DeskList } from '../../../ui/desk/list.tsx';
import { forRole } from '../../../ui/desk/not-for-role.tsx';
import { usePages } from '../../../ui/desk/use-list.ts';
import { useView, ViewChips } from '../../../ui/desk/view-chips.tsx';
import { momentText } from '../../../ui/format.ts';
import { projectActs } from '../../projects/acts.ts';
import type { SubmissionView } from '../../projects/schema.ts';
import type { ProjectLine } from './desk/data.ts';
import { projectDeskWord } from './desk/project-words.ts';

export const meta = () => deskMeta('Projects');

const columns: readonly Column<ProjectLine>[] = [
  {
    name: 'Learner',
    className: 'ref wrap-any',
    of: ({ id, learner }) => <Link to={`/admin/projects/${id}`}>{learner}</Link>,
  },
  { name: 'Course', className: 'wrap-any', of: ({ courseTitle }) => courseTitle },
  { name: 'Try', right: true, of: ({ number }) => number },
  { name: 'State', of: ({ state }) => <Badge kind={projectDeskWord[state].kind}>{projectDeskWord[state].text}</Badge> },
  { name: 'Since', of: ({ at }) => momentText(at, { year: true }) },
  { name: 'Points', right: true, of: ({ points }) => points ?? '' },
];

const views: readonly { key: SubmissionView; name: string }[] = [
  { key: 'waiting', name: 'To mark' },
  { key: 'appealed', name: 'Appeals' },
  { key: 'marked', name: 'Marked' },
];
const none: Readonly<Record<SubmissionView, string>> = {
  waiting: 'No project waits to be marked',
  appealed: 'Nobody asks for a second mark',
  marked: 'No project was marked yet',
};

/** Final projects, for whoever marks them. */
export default forRole({ act: projectActs.look, what: 'Projects', who: 'Instructors or admin' }, Projects);

function Projects() {
  const { view, chips } = useView(views, 'waiting');
  const { lines, ...asked } = usePages(api.projectsDesk.submissions, (after) => ({ view, after }));
  return (
    <DeskList
      asked={asked}
      lines={lines}
      columns={columns}
      look="customers"
      open="/admin/projects"
      bar={() => (
        <div className="bar2">
          <h1 className="sr">Projects</h1>
          <ViewChips {...chips} uncounted={views.map(({ key }) => key)} />
        </div>
      )}
      failed="The projects could not be read."
      empty={{ title: none[view] }}
      keys={queueKeys.filter(([[key]]) => key !== '/')}
    />
  );
}
