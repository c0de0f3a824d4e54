import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field, TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { projectNotices } from '../own-messages.ts';
import { type Evidence, wholeFor } from '../schema.ts';
import type { ProjectView } from '../shapes.ts';
import { Judged } from './parts-read.tsx';
import { useKeptDraft } from './use-kept-draft.ts';

const nothing = { text: '', address: '', hash: '' };

/** What the form begins with: the draft, else what was handed in last and was not enough. */
function startOf({ rubric, draft, submissions }: ProjectView): Evidence {
  const before = draft ?? submissions[0]?.evidence ?? {};
  return Object.fromEntries(rubric.tasks.map(({ id }) => [id, before[id] ?? nothing]));
}

function Kept({ keeping }: Pick<ReturnType<typeof useKeptDraft>, 'keeping'>) {
  if ('refused' in keeping)
    return (
      <Notice kind="bad" live>
        Not kept. {keeping.refused}
      </Notice>
    );
  const says = {
    same: 'What you write here is kept while you write.',
    keeping: 'Keeping ...',
    kept: 'Kept. You can go on later, on any device.',
    'no-line': 'No line. It stays on this page and is kept once the line is back.',
  };
  return (
    <p role="status" className="t-xs ink-2">
      {says[keeping.state]}
    </p>
  );
}

/** The parts of a project, to be written and handed in. */
export function Parts({ courseId, project }: { courseId: string; project: ProjectView }) {
  const { rubric, open } = project;
  const queries = useQueryClient();
  const { form, field, submit, busy } = useCommandForm(wholeFor(rubric), api.projects.handIn, {
    start: { courseId, evidence: startOf(project) },
    before: () => settled(),
    done: () => {
      toastSuccess(projectNotices.handedIn);
      window.scrollTo({ top: 0 });
      void queries.invalidateQueries({ queryKey: api.projects.key() });
    },
  });
  const { keeping, settled } = useKeptDraft(courseId, form.values().evidence);
  return (
    <form className="project-form" noValidate onSubmit={submit}>
      <ol className="project-parts">
        {rubric.tasks.map((task) => (
          <li key={task.id}>
            <fieldset className="stack">
              <legend>
                <h2>{task.task}</h2>
              </legend>
              <p>{task.asks}</p>
              <details>
                <summary>How this is judged</summary>
                <Judged task={task} mark={undefined} />
              </details>
              <TextField label="Your answer" rows={6} maxLength={6_000} {...field(`evidence.${task.id}.text`)} />
              {task.evidence === 'transaction' && (
                <>
                  <Field
                    label="Address"
                    aside="Optional"
                    autoComplete="off"
                    spellCheck={false}
                    {...field(`evidence.${task.id}.address`)}
                  />
                  <Field
                    label="Hash of the transaction"
                    autoComplete="off"
                    spellCheck={false}
                    {...field(`evidence.${task.id}.hash`)}
                  />
                </>
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      <div className="stack">
        <Kept keeping={keeping} />
        {open ? (
          <div className="row">
            <Button type="submit" busy={busy}>
              Hand in
            </Button>
          </div>
        ) : (
          <Notice>You can hand it in once all lessons and quizzes are done. Begin writing whenever you like.</Notice>
        )}
      </div>
    </form>
  );
}
