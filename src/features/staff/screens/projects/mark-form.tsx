import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { formatPlural } from '../../../../ui/number-format.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { computeTotal, criterionKey } from '../../../projects/marking.ts';
import { Mark, MarkInForm } from '../../../projects/schema.ts';
import { SubmittedPart } from '../../../projects/screens/submitted-part.tsx';
import { projectNotices } from '../../messages.ts';
import type { ProjectCase } from '../data.ts';

type Rubric = ProjectCase['rubric'];

/** Form fields hold points as text. */
const parseLevels = (chosen: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(chosen).flatMap(([key, points]) => (points === '' ? [] : [[key, Number(points)]])));

const buildEmptyLevels = ({ tasks }: Rubric) =>
  Object.fromEntries(
    tasks.flatMap(({ id, criteria }) => criteria.map((criterion) => [criterionKey(id, criterion.id), ''])),
  );

export function MarkForm({ project: { id, rubric, evidence } }: { project: ProjectCase }) {
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
