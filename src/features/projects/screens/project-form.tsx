import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field, TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { projectNotices } from '../customer-messages.ts';
import { completeFor, type Evidence } from '../schema.ts';
import type { ProjectView } from '../shapes.ts';
import { PartCriteria } from './submitted-part.tsx';
import { useServerDraft } from './use-server-draft.ts';

const emptyPart = { text: '', address: '', hash: '' };

function getInitialEvidence({ rubric, draft, submissions }: ProjectView): Evidence {
  const before = draft ?? submissions[0]?.evidence ?? {};
  return Object.fromEntries(rubric.tasks.map(({ id }) => [id, before[id] ?? emptyPart]));
}

function DraftStatus({ saveState }: Pick<ReturnType<typeof useServerDraft>, 'saveState'>) {
  if ('refused' in saveState)
    return (
      <Notice kind="bad" live>
        Not saved. {saveState.refused}
      </Notice>
    );
  const statusTexts = {
    same: 'Your text is saved as you type.',
    keeping: 'Saving...',
    kept: 'Saved. You can continue later, on any device.',
    'no-line': 'You’re offline. Your text stays on this page and is saved when you’re back online.',
  };
  return (
    <p role="status" className="t-xs ink-2">
      {statusTexts[saveState.state]}
    </p>
  );
}

export function ProjectForm({ courseId, project }: { courseId: string; project: ProjectView }) {
  const { rubric, open } = project;
  const queries = useQueryClient();
  const { form, field, submit, busy } = useCommandForm(completeFor(rubric), api.projects.handIn, {
    start: { courseId, evidence: getInitialEvidence(project) },
    beforeSubmit: () => flush(),
    done: () => {
      toastSuccess(projectNotices.handedIn);
      window.scrollTo({ top: 0 });
      void queries.invalidateQueries({ queryKey: api.projects.key() });
    },
  });
  const { saveState, flush } = useServerDraft(courseId, form.values().evidence);
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
                <summary>How this is marked</summary>
                <PartCriteria task={task} mark={undefined} />
              </details>
              <TextField label="Your answer" rows={6} maxLength={6_000} {...field(`evidence.${task.id}.text`)} />
              {task.evidence === 'transaction' && (
                <>
                  <Field
                    label="Address"
                    labelNote="Optional"
                    autoComplete="off"
                    spellCheck={false}
                    {...field(`evidence.${task.id}.address`)}
                  />
                  <Field
                    label="Transaction hash"
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
        <DraftStatus saveState={saveState} />
        {open ? (
          <div className="row">
            <Button type="submit" busy={busy}>
              Hand in
            </Button>
          </div>
        ) : (
          <Notice>You can hand this in once you finish all lessons and quizzes. You can start writing now.</Notice>
        )}
      </div>
    </form>
  );
}
