import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { DetailPage } from '../../../ui/admin/detail-page.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import '../../../ui/admin/admin-page.css';
import { DetailsList } from '../../../ui/admin/details.tsx';
import { adminMeta } from '../../../ui/admin/frame.tsx';
import { OwnCaseNotice, restrictToRole } from '../../../ui/admin/role-notice.tsx';
import { PageSection } from '../../../ui/admin/section.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { projectActs } from '../../projects/acts.ts';
import '../../projects/screens/project.css';
import { PartCriteria, SubmittedPart } from '../../projects/screens/submitted-part.tsx';
import type { ProjectCase } from './data.ts';
import { MarkForm } from './projects/mark-form.tsx';
import { projectStateLabels } from './projects/project-labels.ts';

export const meta = () => adminMeta('Project');

const back = { to: '/admin/projects', name: 'Projects' };

export default restrictToRole(
  { permission: projectActs.view, subject: 'Projects', readers: 'Instructors or admin' },
  ProjectScreen,
);

function ProjectScreen() {
  const { submissionId = '' } = useParams();
  const query = useQuery(api.projectsDesk.submission.queryOptions({ input: { submissionId } }));
  if (query.error && errorMessage(query.error).code === 'approvals.own_matter')
    return (
      <div className="panel alone">
        <div className="in">
          <OwnCaseNotice subject="Another instructor marks this project." />
        </div>
      </div>
    );
  return (
    <DetailPage query={query} back={back} keys={[[['Esc'], 'back to the list']]} failed="Couldn't load the project.">
      {(found) => <ProjectPanel key={found.marks.length} project={found} />}
    </DetailPage>
  );
}

function ProjectPanel({ project }: { project: ProjectCase }) {
  const { learner, courseTitle, number, state, handedInAt, appeal, about, rubric, evidence, marks, mayMark } = project;
  const isOpen = state === 'waiting' || state === 'appealed';
  const word = projectStateLabels[state];
  return (
    <div className="in desk-page">
      <header className="row between wraps">
        <h1 className="title wrap-any">{learner}</h1>
        <Badge kind={word.kind}>{word.text}</Badge>
      </header>
      <DetailsList
        details={[
          ['Course', courseTitle],
          ['Attempt', String(number)],
          ['Submitted', formatDateTime(handedInAt, { year: true })],
          ['Pass mark', `${rubric.passPercent} of 100 points`],
        ]}
      />
      <p>{about}</p>
      {appeal && (
        <PageSection id="appeal" title="Reason for the appeal">
          <p className="as-written wrap-any">{appeal}</p>
        </PageSection>
      )}
      {marks.map((mark) => (
        <PageSection key={mark.round} id={`mark-${mark.round}`} title={mark.round === 1 ? 'Mark' : 'Second mark'}>
          <p className="num">
            <b>{mark.points} of 100</b>, {mark.passed ? 'passed' : 'not passed'} (
            {formatDateTime(mark.at, { year: true })})
          </p>
          <p className="as-written wrap-any">{mark.says}</p>
        </PageSection>
      ))}
      {isOpen && project.givenBack && <Notice>The course was refunded, so this project won't be marked.</Notice>}
      {state === 'appealed' && !mayMark && !project.givenBack && (
        <Notice>You gave the first mark, so another instructor must mark the appeal.</Notice>
      )}
      {mayMark ? (
        <MarkForm project={project} />
      ) : (
        <ol className="project-parts">
          {rubric.tasks.map((task) => (
            <li key={task.id}>
              <h2 className="part">{task.task}</h2>
              <SubmittedPart task={task} evidence={evidence} />
              <PartCriteria task={task} mark={marks.at(-1)} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
