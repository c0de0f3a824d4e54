import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Link } from '../../../ui/link.tsx';
import { formatPlural } from '../../../ui/number-format.ts';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { coursePath } from '../../learning/screens/paths.ts';
import '../../learning/screens/learning.css';
import type { ProjectView } from '../shapes.ts';
import { ProjectForm } from './project-form.tsx';
import './project.css';
import { Result } from './result.tsx';

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

/** /courses/:courseId/project */
export default function ProjectScreen() {
  const { courseId = '' } = useParams();
  const { session } = useViewer();
  return session === 'in' ? <ProjectLoader key={courseId} courseId={courseId} /> : <SignInRequired />;
}
