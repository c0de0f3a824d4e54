import { Checkbox } from '../../../../../../ui/checkbox.tsx';
import { Field, TextField } from '../../../../../../ui/field.tsx';
import { SelectField } from '../../../../../../ui/select-field.tsx';
import type { Draft } from '../../../draft.ts';
import type { ChangeDraft, Project, Task } from '../data.ts';
import { bindFields, newId, removeItem, updateItem } from '../edits.ts';
import { AddButton, RemoveButton } from './question-fields.tsx';

type Criterion = Task['criteria'][number];

const newCriterion = (): Criterion => ({
  id: newId('point'),
  points: 10,
  levels: [0, 10].map((points) => ({ points, says: '' })),
});
const newTask = (): Task => ({ id: newId('part'), task: '', asks: '', evidence: 'text', criteria: [newCriterion()] });
const newProject = (): Project => ({
  about: '',
  rubric: { title: 'Final project', passPercent: 70, tasks: [newTask()] },
});

const evidenceOptions = [
  { value: 'text', name: 'Text' },
  { value: 'transaction', name: 'Text with an address and a transaction hash' },
  { value: 'costs', name: 'List of costs' },
];

const sumPoints = (tasks: readonly Task[]): number =>
  tasks.flatMap(({ criteria }) => criteria).reduce((sum, { points }) => sum + points, 0);

export function ProjectPart({ draft: { project }, change }: { draft: Draft; change: ChangeDraft }) {
  const set = (next: Project | null) => change((current) => ({ ...current, project: next }));
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
  const { text, count } = bindFields(rubric, set);
  const about = bindFields(project, (changed) => onChange({ ...project, ...changed })).text('about');
  return (
    <>
      <Field label="Title" maxLength={90} {...text('title')} />
      <TextField label="Description" rows={2} maxLength={600} {...about} />
      <Field label="Pass mark" suffix="of 100 points" {...count('passPercent')} />
      {tasks.map((task, at) => (
        <TaskFields
          key={task.id}
          name={`Part ${at + 1}`}
          task={task}
          onChange={(changed) => set({ tasks: updateItem(tasks, task.id, changed) })}
          onRemove={() => set({ tasks: removeItem(tasks, task.id) })}
        />
      ))}
      <p className="num" role="status">
        Total: {sumPoints(tasks)} points. It must be 100.
      </p>
      {tasks.length < 10 && (
        <p className="row">
          <AddButton what="a part" onAdd={() => set({ tasks: [...tasks, newTask()] })} />
        </p>
      )}
    </>
  );
}

type TaskProps = { name: string; task: Task; onChange: (changed: Partial<Task>) => void; onRemove: () => void };

function TaskFields({ name, task, onChange, onRemove }: TaskProps) {
  const { criteria } = task;
  const { text } = bindFields(task, onChange);
  return (
    <fieldset className="stack asked-of">
      <legend className="label">{name}</legend>
      <TextField label="Task" rows={2} maxLength={600} {...text('task')} />
      <TextField label="What to hand in" rows={2} maxLength={600} {...text('asks')} />
      <SelectField label="Format" options={evidenceOptions} {...text('evidence')} />
      {criteria.map((criterion, at) => (
        <CriterionFields
          key={criterion.id}
          name={`Criterion ${at + 1}`}
          criterion={criterion}
          onChange={(changed) => onChange({ criteria: updateItem(criteria, criterion.id, changed) })}
          onRemove={() => onChange({ criteria: removeItem(criteria, criterion.id) })}
        />
      ))}
      <div className="row wraps">
        {criteria.length < 8 && (
          <AddButton what="a criterion" onAdd={() => onChange({ criteria: [...criteria, newCriterion()] })} />
        )}
        <RemoveButton what={name.toLowerCase()} onRemove={onRemove} />
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

/** The last level defines the points of a criterion. */
function CriterionFields({ name, criterion: { levels }, onChange, onRemove }: CriterionProps) {
  const set = (next: Criterion['levels']) => onChange({ levels: next, points: next.at(-1)?.points ?? 0 });
  const bindLevel = (at: number, level: Criterion['levels'][number]) =>
    bindFields(level, (changed) => set(levels.with(at, { ...level, ...changed })));
  return (
    <fieldset className="stack-s answer-of">
      <legend className="ink-2">{name}</legend>
      {levels.map((level, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: levels keep their places.
        <div key={at} className="level-of">
          <Field
            label={`Level ${at + 1} points`}
            fixed={at === 0}
            {...bindLevel(at, level).count('points')}
            {...(at === 0 && { value: '0' })}
          />
          <Field label={`Level ${at + 1} description`} maxLength={600} {...bindLevel(at, level).text('says')} />
        </div>
      ))}
      <div className="row wraps">
        {levels.length < 6 && (
          <AddButton
            what="a level"
            onAdd={() => set([...levels, { points: (levels.at(-1)?.points ?? 0) + 5, says: '' }])}
          />
        )}
        {levels.length > 2 && <RemoveButton what="the last level" onRemove={() => set(levels.slice(0, -1))} />}
        <RemoveButton what={name.toLowerCase()} onRemove={onRemove} />
      </div>
    </fieldset>
  );
}
