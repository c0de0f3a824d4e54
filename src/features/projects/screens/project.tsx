import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { later } from '../../../ui/later.tsx';
import { Link } from '../../../ui/link.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { coursePath } from '../../learning/screens/ways.ts';
import '../../learning/screens/learning.css';
import type { ProjectView } from '../shapes.ts';
import { Parts } from './parts.tsx';
import './project.css';
import { Result } from './result.tsx';

const AppealDialog = later(async () => (await import('./appeal-dialog.tsx')).AppealDialog);

export const meta = () => [{ title: 'Final project - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** What may follow on the project that was handed in last. */
function After({ newest }: { newest: ProjectView['submissions'][number] }) {
  const [asking, setAsking] = useState(false);
  const { id, state, marks } = newest;
  if (state === 'passed')
    return (
      <div className="row">
        <ButtonLink to="/learning-dashboard">Your certificate</ButtonLink>
      </div>
    );
  if (state !== 'failed') return <p>We write to you once it is marked.</p>;
  return (
    <>
      <p>Write on below and hand it in again, as often as you like.</p>
      {marks.length === 1 && (
        <div className="row">
          <Button look="line" onClick={() => setAsking(true)}>
            Ask a second instructor
          </Button>
        </div>
      )}
      {asking && <AppealDialog submissionId={id} onClose={() => setAsking(false)} />}
    </>
  );
}

function Whole({ courseId, project }: { courseId: string; project: ProjectView }) {
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
            {rubric.tasks.length} parts, 100 points in all. It is passed with {rubric.passPercent}.
          </p>
        </header>
        {newest && (
          <div className="stack">
            <Result submission={newest} rubric={rubric} at="newest" />
            <After newest={newest} />
          </div>
        )}
        {(!newest || newest.state === 'failed') && <Parts key={newest?.id} courseId={courseId} project={project} />}
        {before.map((submission) => (
          <Result key={submission.id} submission={submission} rubric={rubric} at="before" />
        ))}
      </article>
    </div>
  );
}

function OneProject({ courseId }: { courseId: string }) {
  const asked = useQuery(api.projects.own.queryOptions({ input: { courseId }, staleTime: Number.POSITIVE_INFINITY }));
  if (asked.data) return <Whole courseId={courseId} project={asked.data} />;
  const { code, title, text } = refusalWords(asked.error);
  if (asked.error && code === 'accounts.sign_in_required') return <SignInNeeded />;
  const isRefused = asked.error && (code === 'learning.not_enrolled' || code === 'projects.none');
  return (
    <div className="wrap head">
      {isRefused ? (
        <div className="stack">
          <h1>{title}</h1>
          <p>{text}</p>
          <p>
            <ButtonLink to={coursePath(courseId)}>To the course</ButtonLink>
          </p>
        </div>
      ) : (
        <NotYet asked={asked} text="The project could not be loaded." lines={[46, 100, 92, 100]} />
      )}
    </div>
  );
}

/** /courses/:courseId/project: what closes a course, written over days, handed in, and marked by people. */
export default function ProjectScreen() {
  const { courseId = '' } = useParams();
  const { session } = useViewer();
  return session === 'in' ? <OneProject key={courseId} courseId={courseId} /> : <SignInNeeded />;
}
