import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { errorMessage, isUnanswered } from '../../../../ui/error-message.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Link } from '../../../../ui/link.tsx';
import { formatPlural } from '../../../../ui/number-format.ts';
import { SignInRequired } from '../../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { useViewer } from '../../../../ui/viewer.ts';
import { coursePath } from '../../screens/paths.ts';
import '../../screens/learning.css';
import type { ProjectView, Submission } from '../store.ts';
import './project.css';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { formatDate } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import type { Rubric } from '../../course-schema.ts';
import { projectNotices, stateLabels } from '../customer-messages.ts';
import { completeFor, type Evidence } from '../schema.ts';
import { PartCriteria, SubmittedPart } from './submitted-part.tsx';

/** Delay between the last change and the save. `retryMs`: interval of retries while offline. */
const saveDelayMs = 1_000;
const retryMs = 10_000;

type SaveState = { readonly state: 'same' | 'keeping' | 'kept' | 'no-line' } | { readonly refused: string };

function useServerDraft(courseId: string, evidence: Evidence) {
  const text = JSON.stringify(evidence);
  const savedText = useRef(text);
  const pendingSave = useRef<Promise<unknown>>(Promise.resolve());
  const [saveState, setSaveState] = useState<SaveState>({ state: 'same' });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try sends the same text once more.
  useEffect(() => {
    if (text === savedText.current) return;
    const send = async () => {
      setSaveState({ state: 'keeping' });
      await call.projects.saveDraft({ courseId, evidence: JSON.parse(text) }).then(
        () => {
          savedText.current = text;
          setSaveState({ state: 'kept' });
        },
        (error) => setSaveState(isUnanswered(error) ? { state: 'no-line' } : { refused: errorMessage(error).text }),
      );
    };
    const timer = setTimeout(() => {
      pendingSave.current = pendingSave.current.then(send);
    }, saveDelayMs);
    return () => clearTimeout(timer);
  }, [courseId, text, tries]);

  const isOffline = 'state' in saveState && saveState.state === 'no-line';
  useEffect(() => {
    if (!isOffline) return;
    const retry = () => setTries((count) => count + 1);
    const stop = onlineManager.subscribe((online) => online && retry());
    const timer = setInterval(retry, retryMs);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [isOffline]);

  return {
    saveState,
    /** Waits for a pending save before the submission, so that no draft is stored after it. */
    flush: async () => {
      savedText.current = text;
      await pendingSave.current;
    },
  };
}

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

function ProjectForm({ courseId, project }: { courseId: string; project: ProjectView }) {
  const { rubric, open } = project;
  const queries = useQueryClient();
  const { form, field, submit, busy } = useCommandForm(completeFor(rubric), api.projects.submit, {
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

type ResultProps = { submission: Submission; rubric: Rubric; at: 'newest' | 'before' };

function Result({ submission, rubric, at }: ResultProps) {
  const { number, state, handedInAt, evidence, marks, appeal } = submission;
  const mark = marks.at(-1);
  const parts = rubric.tasks.map((task) => (
    <li key={task.id}>
      <h3>{task.task}</h3>
      <SubmittedPart task={task} evidence={evidence} />
      {mark && <PartCriteria task={task} mark={mark} />}
    </li>
  ));
  return (
    <section className="sheet neat project-result" aria-labelledby={`try-${number}`}>
      <h2 id={`try-${number}`}>
        {at === 'newest' ? 'Your project' : `Your project, attempt ${number}`}{' '}
        <Badge kind={stateLabels[state].kind}>{stateLabels[state].text}</Badge>
      </h2>
      <p className="ink-2">Handed in on {formatDate(jamaicaDay(handedInAt))}.</p>
      {mark && (
        <p>
          <b className="num">{mark.points} of 100 points.</b> You need {rubric.passPercent} to pass.
        </p>
      )}
      {mark && <p className="as-written wrap-any">{mark.says}</p>}
      {appeal && <p className="ink-2 wrap-any">You asked for a second instructor: {appeal}</p>}
      <details>
        <summary>{mark ? 'Marks for each part' : 'What you handed in'}</summary>
        <ol className="project-parts">{parts}</ol>
      </details>
    </section>
  );
}

const AppealDialog = lazyPart(async () => (await import('./appeal-dialog.tsx')).AppealDialog);

export const meta = () => [{ title: 'Final project - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function NextSteps({ newest }: { newest: ProjectView['submissions'][number] }) {
  const [isAppealing, setAppealing] = useState(false);
  const { id, state, marks } = newest;
  if (state === 'passed')
    return (
      <div className="row">
        <ButtonLink to="/learning-dashboard">Your certificate</ButtonLink>
      </div>
    );
  if (state !== 'failed') return <p>We’ll email you when it’s marked.</p>;
  return (
    <>
      <p>You can edit your project below and hand it in again as often as you like.</p>
      {marks.length === 1 && (
        <div className="row">
          <Button variant="line" onClick={() => setAppealing(true)}>
            Ask a second instructor
          </Button>
        </div>
      )}
      {isAppealing && <AppealDialog submissionId={id} onClose={() => setAppealing(false)} />}
    </>
  );
}

function ProjectPage({ courseId, project }: { courseId: string; project: ProjectView }) {
  const { courseTitle, about, rubric, submissions } = project;
  const [newest, ...before] = submissions;
  return (
    <div className="wrap">
      <article className="prose lesson">
        <header>
          <p className="t-xs ink-2">
            <Link className="link" to={coursePath(courseId)}>
              {courseTitle}
            </Link>
          </p>
          <h1>{rubric.title}</h1>
          <p>{about}</p>
          <p className="ink-2">
            {formatPlural(rubric.tasks.length, 'part', 'parts')}, 100 points in total. You need {rubric.passPercent} to
            pass.
          </p>
        </header>
        {newest && (
          <div className="stack">
            <Result submission={newest} rubric={rubric} at="newest" />
            <NextSteps newest={newest} />
          </div>
        )}
        {(!newest || newest.state === 'failed') && (
          <ProjectForm key={newest?.id} courseId={courseId} project={project} />
        )}
        {before.map((submission) => (
          <Result key={submission.id} submission={submission} rubric={rubric} at="before" />
        ))}
      </article>
    </div>
  );
}

function ProjectLoader({ courseId }: { courseId: string }) {
  const query = useQuery(api.projects.own.queryOptions({ input: { courseId }, staleTime: Number.POSITIVE_INFINITY }));
  if (query.data) return <ProjectPage courseId={courseId} project={query.data} />;
  const { code, title, text } = errorMessage(query.error);
  if (query.error && code === 'accounts.sign_in_required') return <SignInRequired />;
  const isRefused = query.error && (code === 'learning.not_enrolled' || code === 'projects.none');
  return (
    <div className="wrap head">
      {isRefused ? (
        <div className="stack">
          <h1>{title}</h1>
          <p>{text}</p>
          <p>
            <ButtonLink to={coursePath(courseId)}>Open the course</ButtonLink>
          </p>
        </div>
      ) : (
        <QueryPlaceholder query={query} text="We couldn’t load the project." lines={[46, 100, 92, 100]} />
      )}
    </div>
  );
}

export default function ProjectScreen() {
  const { courseId = '' } = useParams();
  const { session } = useViewer();
  return session === 'in' ? <ProjectLoader key={courseId} courseId={courseId} /> : <SignInRequired />;
}
