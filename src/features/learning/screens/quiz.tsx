import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { Link } from '../../../ui/link.tsx';
import { formatPlural } from '../../../ui/number-format.ts';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { useCommand } from '../../../ui/use-command.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { coursePath, lessonPath } from './paths.ts';
import { clearDraftAnswers } from './question.tsx';
import { GradedQuestions, QuizForm, ResultHead } from './quiz-form.tsx';
import './learning.css';

type Sheet = Awaited<ReturnType<typeof call.learning.startQuiz>>;
type Result = Awaited<ReturnType<typeof call.learning.submitQuiz>>;
type QuizRef = { readonly courseId: string; readonly section: string };

export const meta = () => [{ title: 'Quiz - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function QuizResultView({ result, courseId, onAgain }: { result: Result; courseId: string; onAgain: () => void }) {
  const { right, asked: total, percent, passed, again: repeatedLessons } = result;
  return (
    <>
      <section className="sheet neat" aria-live="polite">
        <ResultHead>{passed ? 'Passed' : 'Not passed yet'}</ResultHead>
        <p>
          You got {right} of {total} right, which is {percent}%.{' '}
          {passed ? 'Well done.' : 'You can try again as often as you like.'}
        </p>
        {repeatedLessons.length > 0 && (
          <p className="under">
            {passed ? 'Worth another read: ' : 'Read these again first: '}
            {repeatedLessons.map(({ unit, title }, at) => (
              <span key={unit}>
                {at > 0 && ', '}
                <Link className="link" to={lessonPath(courseId, unit)}>
                  {title}
                </Link>
              </span>
            ))}
            . We'll ask these questions again on another day.
          </p>
        )}
        <div className="row under">
          {passed ? (
            <ButtonLink to={coursePath(courseId)}>Continue the course</ButtonLink>
          ) : (
            <Button onClick={onAgain}>Try again</Button>
          )}
        </div>
      </section>
      <GradedQuestions questions={result.questions} />
    </>
  );
}

function QuizQuestions({ sheet, onResult }: { sheet: Sheet; onResult: (result: Result) => void }) {
  const queries = useQueryClient();
  const submit = useCommand(api.learning.submitQuiz, {
    done: (result) => {
      clearDraftAnswers(sheet.tryId);
      onResult(result);
      void queries.invalidateQueries({ queryKey: api.learning.key() });
      // Refetches progress, so that the course page no longer offers this quiz.
      void queries.invalidateQueries({ queryKey: api.learning.progress.key(), refetchType: 'all' });
    },
  });
  return (
    <QuizForm sheet={sheet} submit={submit}>
      {formatPlural(sheet.asked, 'question', 'questions')}. You pass with {sheet.passPercent}%, and you can try again as
      often as you like.
    </QuizForm>
  );
}

function CurrentTry({ quizRef, onAgain }: { quizRef: QuizRef; onAgain: () => void }) {
  const [result, setResult] = useState<Result | null>(null);
  const query = useQuery({
    ...api.learning.startQuiz.queryOptions({ input: quizRef }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: result === null,
  });
  if (result) return <QuizResultView result={result} courseId={quizRef.courseId} onAgain={onAgain} />;
  if (query.data) return <QuizQuestions sheet={query.data} onResult={setResult} />;
  if (!query.error) return <Skeleton label="Loading the quiz" lines={[100, 92, 100, 80]} />;
  const { code, text } = errorMessage(query.error);
  if (code === 'accounts.sign_in_required') return <SignInRequired />;
  if (!code?.startsWith('learning.'))
    return <FailedState text="We couldn't load the quiz." error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="stack">
      <p>{text}</p>
      <p>
        <ButtonLink to={coursePath(quizRef.courseId)}>Go to the course</ButtonLink>
      </p>
    </div>
  );
}

export default function QuizScreen() {
  const { courseId = '', section = '' } = useParams();
  const { session } = useViewer();
  const [tryNumber, setTryNumber] = useState(0);
  const queries = useQueryClient();
  const startAnother = () => {
    queries.removeQueries({ queryKey: api.learning.startQuiz.key() });
    setTryNumber(tryNumber + 1);
  };
  const outline = useQuery(api.learning.course.queryOptions({ input: { courseId } }));
  if (session !== 'in') return <SignInRequired />;
  const title = outline.data?.sections.find(({ id }) => id === section)?.title;
  return (
    <div className="wrap">
      <div className="prose lesson">
        <header>
          <p className="t-xs ink-2">
            <Link className="link" to={coursePath(courseId)}>
              {outline.data?.card.title ?? 'The course'}
            </Link>
            {outline.data && ` · ${formatPlural(outline.data.sections.length, 'section', 'sections')}`}
          </p>
          <h1>Quiz{title && `: ${title}`}</h1>
        </header>
        <CurrentTry key={`${section} ${tryNumber}`} quizRef={{ courseId, section }} onAgain={startAnother} />
      </div>
    </div>
  );
}
