import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { Draft } from '../../draft.ts';
import type { Change, Project, Task } from '../data.ts';
import { fieldsOf, newId, put, without } from '../edits.ts';
import { Add, Remove } from './list-buttons.tsx';

type Criterion = Task['criteria'][number];

const newCriterion = (): Criterion => ({
  ...{ id: newId('point'), points: 10 },
  levels: [0, 10].map((points) => ({ points, says: '' })),
});
const newTask = (): Task => ({ id: newId('part'), task: '', asks: '', evidence: 'text', criteria: [newCriterion()] });
const newProject = (): Project => ({
  about: '',
  rubric: { title: 'Final project', passPercent: 70, tasks: [newTask()] },
});

const evidences = [
  { value: 'text', name: 'Words' },
  { value: 'transaction', name: 'Words, with an address and the hash of a transaction' },
  { value: 'costs', name: 'A list of costs' },
];

const pointsIn = (tasks: readonly Task[]): number =>
  tasks.flatMap(({ criteria }) => criteria).reduce((sum, { points }) => sum + points, 0);

/** The final project, where there is one, and the rubric by which it is marked. */
export function ProjectPart({ draft: { project }, change }: { draft: Draft; change: Change }) {
  const set = (next: Project | null) => change((now) => ({ ...now, project: next }));
  return (
    <>
      <Checkbox
        label="The course ends with a final project"
        checked={project !== null}
        onChange={({ target }) => set(target.checked ? newProject() : null)}
      />
      {project && <RubricFields project={project} onChange={set} />}
    </>
  );
}

function RubricFields({ project, onChange }: { project: Project; onChange: (project: Project) => void }) {
  const { rubric } = project;
  const { tasks } = rubric;
  const set = (changed: Partial<Project['rubric']>) => onChange({ ...project, rubric: { ...rubric, ...changed } });
  const { text, count } = fieldsOf(rubric, set);
  const about = fieldsOf(project, (changed) => onChange({ ...project, ...changed })).text('about');
  return (
    <>
      <Field label="Title" maxLength={90} {...text('title')} />
      <TextField label="What it is about" rows={2} maxLength={600} {...about} />
      <Field label="Passed with" suffix="of 100 points" {...count('passPercent')} />
      {tasks.map((task, at) => (
        <TaskFields
          key={task.id}
          name={`Part ${at + 1}`}
          task={task}
          onChange={(changed) => set({ tasks: put(tasks, task.id, changed) })}
          onRemove={() => set({ tasks: without(tasks, task.id) })}
        />
      ))}
      <p className="num" role="status">
        All parts make {pointsIn(tasks)} of 100 points.
      </p>
      {tasks.length < 10 && (
        <p className="row">
          <Add what="a part" onAdd={() => set({ tasks: [...tasks, newTask()] })} />
        </p>
      )}
    </>
  );
}

type TaskProps = { name: string; task: Task; onChange: (changed: Partial<Task>) => void; onRemove: () => void };

function TaskFields({ name, task, onChange, onRemove }: TaskProps) {
  const { criteria } = task;
  const { text } = fieldsOf(task, onChange);
  return (
    <fieldset className="stack asked-of">
      <legend className="label">{name}</legend>
      <TextField label="What to do" rows={2} maxLength={600} {...text('task')} />
      <TextField label="What to hand in" rows={2} maxLength={600} {...text('asks')} />
      <SelectField label="It is handed in as" options={evidences} {...text('evidence')} />
      {criteria.map((criterion, at) => (
        <CriterionFields
          key={criterion.id}
          name={`Point ${at + 1}`}
          criterion={criterion}
          onChange={(changed) => onChange({ criteria: put(criteria, criterion.id, changed) })}
          onRemove={() => onChange({ criteria: without(criteria, criterion.id) })}
        />
      ))}
      <div className="row wraps">
        {criteria.length < 8 && (
          <Add what="a point" onAdd={() => onChange({ criteria: [...criteria, newCriterion()] })} />
        )}
        <Remove what={name.toLowerCase()} onRemove={onRemove} />
      </div>
    </fieldset>
  );
}

type CriterionProps = {
  name: string;
  criterion: Criterion;
  onChange: (changed: Partial<Criterion>) => void;
  onRemove: () => void;
};

/** What a part is judged by. Its levels rise from nothing; what the last gives is what the point is worth. */
function CriterionFields({ name, criterion: { levels }, onChange, onRemove }: CriterionProps) {
  const set = (next: Criterion['levels']) => onChange({ levels: next, points: next.at(-1)?.points ?? 0 });
  const ofLevel = (at: number, level: Criterion['levels'][number]) =>
    fieldsOf(level, (changed) => set(levels.with(at, { ...level, ...changed })));
  return (
    <fieldset className="stack-s answer-of">
      <legend className="ink-2">{name}</legend>
      {levels.map((level, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: levels keep their places.
        <div key={at} className="level-of">
          <Field
            label={at === 0 ? 'Points' : `Points, level ${at + 1}`}
            fixed={at === 0}
            {...ofLevel(at, level).count('points')}
            {...(at === 0 && { value: '0' })}
          />
          <Field label={`Level ${at + 1} says`} maxLength={600} {...ofLevel(at, level).text('says')} />
        </div>
      ))}
      <div className="row wraps">
        {levels.length < 6 && (
          <Add what="a level" onAdd={() => set([...levels, { points: (levels.at(-1)?.points ?? 0) + 5, says: '' }])} />
        )}
        {levels.length > 2 && <Remove what="the last level" onRemove={() => set(levels.slice(0, -1))} />}
        <Remove what={name.toLowerCase()} onRemove={onRemove} />
      </div>
    </fieldset>
  );
}
