import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { forgetTicks } from './kept-ticks.ts';
import { GradedQuestions, QuestionSheet, ResultHead } from './question-sheet.tsx';
import { coursePath, lessonPath } from './ways.ts';
import './learning.css';

type Sheet = Awaited<ReturnType<typeof call.learning.beginQuiz>>;
type Result = Awaited<ReturnType<typeof call.learning.handIn>>;
type Where = { readonly courseId: string; readonly section: string };

export const meta = () => [{ title: 'Quiz - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function Told({ result, courseId, onAgain }: { result: Result; courseId: string; onAgain: () => void }) {
  const { right, asked, percent, passed, again } = result;
  return (
    <>
      <section className="sheet neat" aria-live="polite">
        <ResultHead>{passed ? 'Passed' : 'Not yet'}</ResultHead>
        <p>
          {right} of {asked} right, that is {percent}%.{' '}
          {passed ? 'Well done.' : 'You may try again as often as you like.'}
        </p>
        {again.length > 0 && (
          <p className="under">
            {passed ? 'To read once more: ' : 'Read these again first: '}
            {again.map(({ unit, title }, at) => (
              <span key={unit}>
                {at > 0 && ', '}
                <Link className="link" to={lessonPath(courseId, unit)}>
                  {title}
                </Link>
              </span>
            ))}
            . What went wrong is asked again on another day.
          </p>
        )}
        <div className="row under">
          {passed ? (
            <ButtonLink to={coursePath(courseId)}>Go on with the course</ButtonLink>
          ) : (
            <Button onClick={onAgain}>Try again</Button>
          )}
        </div>
      </section>
      <GradedQuestions questions={result.questions} />
    </>
  );
}

function Asked({ sheet, onTold }: { sheet: Sheet; onTold: (result: Result) => void }) {
  const queries = useQueryClient();
  const handIn = useCommand(api.learning.handIn, {
    done: (result) => {
      forgetTicks(sheet.tryId);
      onTold(result);
      void queries.invalidateQueries({ queryKey: api.learning.key() });
      // Read while the result is: whoever goes back to the course is not sent to the same quiz for a moment.
      void queries.invalidateQueries({ queryKey: api.learning.progress.key(), refetchType: 'all' });
    },
  });
  return (
    <QuestionSheet sheet={sheet} handIn={handIn}>
      {sheet.asked} questions. It is passed with {sheet.passPercent}%, and you may repeat it as often as you like.
    </QuestionSheet>
  );
}

function OneTry({ where, onAgain }: { where: Where; onAgain: () => void }) {
  const [result, setResult] = useState<Result | null>(null);
  const asked = useQuery({
    ...api.learning.beginQuiz.queryOptions({ input: where }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: result === null,
  });
  if (result) return <Told result={result} courseId={where.courseId} onAgain={onAgain} />;
  if (asked.data) return <Asked sheet={asked.data} onTold={setResult} />;
  if (!asked.error) return <Skeleton label="Loading the quiz" lines={[100, 92, 100, 80]} />;
  const { code, text } = refusalWords(asked.error);
  if (code === 'accounts.sign_in_required') return <SignInNeeded />;
  if (!code?.startsWith('learning.'))
    return (
      <FailedState text="The quiz could not be loaded." error={asked.error} onRetry={() => void asked.refetch()} />
    );
  return (
    <div className="stack">
      <p>{text}</p>
      <p>
        <ButtonLink to={coursePath(where.courseId)}>To the course</ButtonLink>
      </p>
    </div>
  );
}

/** /courses/:courseId/quizzes/:section: what closes a section; each try draws and orders anew. */
export default function QuizScreen() {
  const { courseId = '', section = '' } = useParams();
  const { session } = useViewer();
  const [go, setGo] = useState(0);
  const queries = useQueryClient();
  /** A new try asks the server: the sheet that was handed in is not shown again in its place. */
  const another = () => {
    queries.removeQueries({ queryKey: api.learning.beginQuiz.key() });
    setGo(go + 1);
  };
  const outline = useQuery(api.learning.course.queryOptions({ input: { courseId } }));
  if (session !== 'in') return <SignInNeeded />;
  const title = outline.data?.sections.find(({ id }) => id === section)?.title;
  return (
    <div className="wrap">
      <div className="prose lesson">
        <header>
          <p className="t-xs ink-2">
            <Link className="link" to={coursePath(courseId)}>
              {outline.data?.card.title ?? 'The course'}
            </Link>
            {outline.data && ` · ${outline.data.sections.length} sections`}
          </p>
          <h1>Quiz{title && `: ${title}`}</h1>
        </header>
        <OneTry key={`${section} ${go}`} where={{ courseId, section }} onAgain={another} />
      </div>
    </div>
  );
}
