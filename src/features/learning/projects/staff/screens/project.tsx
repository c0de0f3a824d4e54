import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { DetailPage } from '../../../../../ui/admin/detail-page.tsx';
import { Badge } from '../../../../../ui/badge.tsx';
import { api } from '../../../../../ui/client.ts';
import '../../../../../ui/admin/admin-page.css';
import { DetailsList } from '../../../../../ui/admin/details.tsx';
import { adminMeta } from '../../../../../ui/admin/frame.tsx';
import { OwnCaseNotice, restrictToRole } from '../../../../../ui/admin/role-notice.tsx';
import { PageSection } from '../../../../../ui/admin/section.tsx';
import { errorMessage } from '../../../../../ui/error-message.ts';
import { formatDateTime } from '../../../../../ui/format.ts';
import { Notice } from '../../../../../ui/notice.tsx';
import { projectPermissions } from '../../../permissions.ts';
import '../../screens/project.css';
import { Button } from '../../../../../ui/button.tsx';
import { Choice } from '../../../../../ui/choice.tsx';
import { TextField } from '../../../../../ui/field.tsx';
import { useCommandForm } from '../../../../../ui/form.tsx';
import { formatPlural } from '../../../../../ui/number-format.ts';
import { toastSuccess } from '../../../../../ui/toast.ts';
import { computeTotal, criterionKey } from '../../marking.ts';
import { Mark, MarkInForm } from '../../schema.ts';
import { PartCriteria, SubmittedPart } from '../../screens/submitted-part.tsx';
import { type ProjectCase, projectNotices, projectStateLabels } from './project-labels.ts';

type Rubric = ProjectCase['rubric'];

/** Form fields hold points as text. */
const parseLevels = (chosen: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(chosen).flatMap(([key, points]) => (points === '' ? [] : [[key, Number(points)]])));

const buildEmptyLevels = ({ tasks }: Rubric) =>
  Object.fromEntries(
    tasks.flatMap(({ id, criteria }) => criteria.map((criterion) => [criterionKey(id, criterion.id), ''])),
  );

function MarkForm({ project: { id, rubric, evidence } }: { project: ProjectCase }) {
  const queries = useQueryClient();
  const { form, field, submit, busy } = useCommandForm(MarkInForm, api.projectsDesk.mark, {
    start: {
      submissionId: id,
      levels: buildEmptyLevels(rubric),
      comments: Object.fromEntries(rubric.tasks.map((task) => [task.id, ''])),
      says: '',
    },
    body: ({ levels, ...values }) => Mark.parse({ ...values, levels: parseLevels(levels) }),
    done: () => {
      toastSuccess(projectNotices.marked);
      void queries.invalidateQueries({ queryKey: api.projectsDesk.key() });
    },
  });
  const chosen = parseLevels(form.values().levels);
  const total = computeTotal(rubric, chosen);
  const pointsSoFar = Object.values(chosen).reduce((sum, points) => sum + points, 0);
  return (
    <form noValidate onSubmit={submit}>
      <ol className="project-parts">
        {rubric.tasks.map((task) => (
          <li key={task.id} className="stack">
            <h2 className="part">{task.task}</h2>
            <p className="ink-2">{task.asks}</p>
            <SubmittedPart task={task} evidence={evidence} />
            {task.criteria.map((criterion, index) => (
              <Choice
                key={criterion.id}
                legend={`Criterion ${index + 1} of ${task.criteria.length}, ${formatPlural(criterion.points, 'point', 'points')}`}
                options={criterion.levels.map(({ points, says }) => ({
                  value: String(points),
                  name: says,
                  end: String(points),
                }))}
                {...field(`levels.${criterionKey(task.id, criterion.id)}`)}
                value={form.values().levels[criterionKey(task.id, criterion.id)]}
              />
            ))}
            <TextField
              label="Comment on this part"
              labelNote="Optional"
              rows={2}
              maxLength={2_000}
              {...field(`comments.${task.id}`)}
            />
          </li>
        ))}
      </ol>
      <div className="stack">
        <TextField
          label="Feedback for the learner"
          hint="Shown to the learner with the points. At least 20 characters."
          rows={4}
          maxLength={2_000}
          {...field('says')}
        />
        <p role="status" className="num">
          {total
            ? `${total.points} of 100 points: ${total.passed ? 'passed' : 'not passed'}.`
            : `${formatPlural(pointsSoFar, 'point', 'points')} so far.`}
        </p>
        <div className="row">
          <Button type="submit" busy={busy}>
            Mark
          </Button>
        </div>
      </div>
    </form>
  );
}

export const meta = () => adminMeta('Project');

const back = { to: '/admin/projects', name: 'Projects' };

export default restrictToRole(
  { permission: projectPermissions.view, subject: 'Projects', readers: 'Instructors or admin' },
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
    <DetailPage query={query} back={back} keys={[[['Esc'], 'back to the list']]} failed="We couldn't load the project.">
      {(found) => <ProjectPanel key={found.marks.length} project={found} />}
    </DetailPage>
  );
}

function ProjectPanel({ project }: { project: ProjectCase }) {
  const { learner, courseTitle, number, state, handedInAt, appeal, about, rubric, evidence, marks, mayMark } = project;
  const isOpen = state === 'waiting' || state === 'appealed';
  const label = projectStateLabels[state];
  return (
    <div className="in desk-page">
      <header className="row between wraps">
        <h1 className="title wrap-any">{learner}</h1>
        <Badge kind={label.kind}>{label.text}</Badge>
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
