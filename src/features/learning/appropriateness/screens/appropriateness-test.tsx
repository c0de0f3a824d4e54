import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { formatPlural } from '../../../../ui/number-format.ts';
import { SignInRequired } from '../../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { useCommand } from '../../../../ui/use-command.ts';
import { useViewer } from '../../../../ui/viewer.ts';
import { LessonBlocks } from '../../screens/lesson-blocks.tsx';
import { clearDraftAnswers } from '../../screens/question.tsx';
import { GradedQuestions, QuizForm, ResultHead } from '../../screens/quiz-form.tsx';
import '../../screens/learning.css';

type Sheet = Awaited<ReturnType<typeof call.appropriateness.start>>;
type Result = Awaited<ReturnType<typeof call.appropriateness.submit>>;
type Lesson = Awaited<ReturnType<typeof call.appropriateness.lesson>>;

export const meta = () => [
  { title: 'Before your first order - Cryptocommerce' },
  { name: 'robots', content: 'noindex' },
];

const BackToOrder = () => {
  const [search] = useSearchParams();
  return (
    <ButtonLink to={search.get('side') === 'sell' ? '/trading?tab=sell' : '/trading'}>
      Continue to your order
    </ButtonLink>
  );
};

function ResultView({ result, onAgain }: { result: Result; onAgain: () => void }) {
  const { right, asked: total, passed, questions } = result;
  return (
    <>
      <section className="sheet neat">
        <ResultHead>{passed ? "You're ready" : 'Not quite yet'}</ResultHead>
        <p>
          {right} of {total} correct.{' '}
          {passed
            ? 'You can now place your order.'
            : 'See why below, then try other questions. You can try as often as you like.'}
        </p>
        <div className="row under">
          {passed ? <BackToOrder /> : <Button onClick={onAgain}>Try other questions</Button>}
        </div>
      </section>
      <GradedQuestions questions={questions} />
    </>
  );
}

function QuestionsForm({
  sheet,
  enough,
  onResult,
}: {
  sheet: Sheet;
  enough: number;
  onResult: (result: Result) => void;
}) {
  const queries = useQueryClient();
  const submit = useCommand(api.appropriateness.submit, {
    done: (result) => {
      clearDraftAnswers(sheet.tryId);
      onResult(result);
      void queries.invalidateQueries({ queryKey: api.appropriateness.lesson.key() });
    },
  });
  return (
    <QuizForm sheet={sheet} label="Questions" submit={submit}>
      {formatPlural(sheet.questions.length, 'question', 'questions')};{' '}
      {formatPlural(enough, 'correct answer', 'correct answers')} to pass. You can try as often as you like.
    </QuizForm>
  );
}

function Attempt({ enough, onAgain }: { enough: number; onAgain: () => void }) {
  const [result, setResult] = useState<Result | null>(null);
  const sheetQuery = useQuery({
    ...api.appropriateness.start.queryOptions(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: result === null,
  });
  if (result) return <ResultView result={result} onAgain={onAgain} />;
  if (sheetQuery.data) return <QuestionsForm sheet={sheetQuery.data} enough={enough} onResult={setResult} />;
  if (!sheetQuery.error) return <Skeleton label="Loading the questions" lines={[100, 92, 100, 80]} />;
  return (
    <FailedState
      text="We couldn't load the questions."
      error={sheetQuery.error}
      onRetry={() => void sheetQuery.refetch()}
    />
  );
}

function Questions({ lesson }: { lesson: Lesson }) {
  const [attempt, setAttempt] = useState(0);
  const [hasPassed] = useState(lesson.learned);
  const queries = useQueryClient();
  /** Fetches new questions, as submitted questions must not show again. */
  const startAnother = () => {
    queries.removeQueries({ queryKey: api.appropriateness.start.key() });
    setAttempt(attempt + 1);
  };
  if (attempt === 0)
    return (
      <div className="row">
        {hasPassed && <BackToOrder />}
        <Button variant={hasPassed ? 'line' : undefined} onClick={() => setAttempt(1)}>
          Start the questions
        </Button>
      </div>
    );
  return <Attempt key={attempt} enough={lesson.enough} onAgain={startAnother} />;
}

/** /before-your-first-order: a short lesson with four questions, then back to the order. */
export default function BeforeFirstOrder() {
  const { session } = useViewer();
  const lesson = useQuery({ ...api.appropriateness.lesson.queryOptions(), enabled: session === 'in' });
  if (session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap">
      <div className="prose lesson">
        <header>
          <h1>Before your first order</h1>
          <p className="ink-2">Two minutes to read, then four questions. If you started an order, we've saved it.</p>
        </header>
        {lesson.data ? (
          <>
            <LessonBlocks
              blocks={lesson.data.blocks}
              explained={{ terms: [], facts: [] }}
              placed={{ check: () => null, practice: () => null }}
            />
            <footer className="lesson-foot">
              <Questions lesson={lesson.data} />
            </footer>
          </>
        ) : lesson.error ? (
          <FailedState text="We couldn't load the lesson." error={lesson.error} onRetry={() => void lesson.refetch()} />
        ) : (
          <Skeleton label="Loading the lesson" lines={[100, 92, 100, 80, 96, 70]} />
        )}
      </div>
    </div>
  );
}
