import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { criterionKey, totalOf } from '../../../projects/marking.ts';
import { Mark, MarkInForm } from '../../../projects/schema.ts';
import { Given } from '../../../projects/screens/parts-read.tsx';
import { projectDeskNotices } from '../../messages.ts';
import type { ProjectCase } from './data.ts';

type Rubric = ProjectCase['rubric'];

/** Points arrive as text from the fields that choose them. */
const levelsOf = (chosen: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(chosen).flatMap(([key, points]) => (points === '' ? [] : [[key, Number(points)]])));

const noneChosen = ({ tasks }: Rubric) =>
  Object.fromEntries(tasks.flatMap(({ id, criteria }) => criteria.map((one) => [criterionKey(id, one.id), ''])));

/** What was handed in, part by part, each with the levels to choose from. */
export function MarkForm({ project: { id, rubric, evidence } }: { project: ProjectCase }) {
  const queries = useQueryClient();
  const { form, field, submit, busy } = useCommandForm(MarkInForm, api.projectsDesk.mark, {
    start: {
      submissionId: id,
      levels: noneChosen(rubric),
      comments: Object.fromEntries(rubric.tasks.map((task) => [task.id, ''])),
      says: '',
    },
    body: ({ levels, ...values }) => Mark.parse({ ...values, levels: levelsOf(levels) }),
    done: () => {
      toastSuccess(projectDeskNotices.marked);
      void queries.invalidateQueries({ queryKey: api.projectsDesk.key() });
    },
  });
  const chosen = levelsOf(form.values().levels);
  const total = totalOf(rubric, chosen);
  const soFar = Object.values(chosen).reduce((sum, points) => sum + points, 0);
  return (
    <form noValidate onSubmit={submit}>
      <ol className="project-parts">
        {rubric.tasks.map((task) => (
          <li key={task.id} className="stack">
            <h2 className="part">{task.task}</h2>
            <p className="ink-2">{task.asks}</p>
            <Given task={task} evidence={evidence} />
            {task.criteria.map((criterion, at) => (
              <Choice
                key={criterion.id}
                legend={`Point ${at + 1} of ${task.criteria.length}, ${criterion.points} points`}
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
              label="Remark on this part"
              aside="Optional"
              rows={2}
              maxLength={2_000}
              {...field(`comments.${task.id}`)}
            />
          </li>
        ))}
      </ol>
      <div className="stack">
        <TextField
          label="What you say to the learner"
          hint="They read it with the points. At least 20 letters."
          rows={4}
          maxLength={2_000}
          {...field('says')}
        />
        <p role="status" className="num">
          {total
            ? `${total.points} of 100 points: ${total.passed ? 'passed' : 'not passed'}.`
            : `${soFar} points so far, of those chosen.`}
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
