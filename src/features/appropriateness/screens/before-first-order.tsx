import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { forgetTicks } from '../../learning/screens/kept-ticks.ts';
import { LessonBlocks } from '../../learning/screens/lesson-blocks.tsx';
import { GradedQuestions, QuestionSheet, ResultHead } from '../../learning/screens/question-sheet.tsx';
import '../../learning/screens/learning.css';

type Sheet = Awaited<ReturnType<typeof call.appropriateness.begin>>;
type Result = Awaited<ReturnType<typeof call.appropriateness.handIn>>;
type Lesson = Awaited<ReturnType<typeof call.appropriateness.lesson>>;

export const meta = () => [
  { title: 'Before your first order - Cryptocommerce' },
  { name: 'robots', content: 'noindex' },
];

/** Back to the form, in which everything stands as it was typed. */
const BackToOrder = () => {
  const [search] = useSearchParams();
  return (
    <ButtonLink to={search.get('side') === 'sell' ? '/trading?tab=sell' : '/trading'}>Go on with your order</ButtonLink>
  );
};

/** What came of a try: how many were right, each answer explained, and how it goes on. */
function Told({ result, onAgain }: { result: Result; onAgain: () => void }) {
  const { right, asked, passed, questions } = result;
  return (
    <>
      <section className="sheet neat">
        <ResultHead>{passed ? 'You are ready' : 'Not quite yet'}</ResultHead>
        <p>
          {right} of {asked} right.{' '}
          {passed
            ? 'You will not be asked again before you order.'
            : 'Below it says why. Then you get other questions, as often as you like.'}
        </p>
        <div className="row under">{passed ? <BackToOrder /> : <Button onClick={onAgain}>Other questions</Button>}</div>
      </section>
      <GradedQuestions questions={questions} />
    </>
  );
}

function Asked({ sheet, enough, onTold }: { sheet: Sheet; enough: number; onTold: (result: Result) => void }) {
  const queries = useQueryClient();
  const handIn = useCommand(api.appropriateness.handIn, {
    done: (result) => {
      forgetTicks(sheet.tryId);
      onTold(result);
      void queries.invalidateQueries({ queryKey: api.appropriateness.lesson.key() });
    },
  });
  return (
    <QuestionSheet sheet={sheet} label="Questions" handIn={handIn}>
      {sheet.questions.length} questions, {enough} right ones are enough. You may repeat them as often as you like.
    </QuestionSheet>
  );
}

function OneTry({ enough, onAgain }: { enough: number; onAgain: () => void }) {
  const [result, setResult] = useState<Result | null>(null);
  const asked = useQuery({
    ...api.appropriateness.begin.queryOptions(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: result === null,
  });
  if (result) return <Told result={result} onAgain={onAgain} />;
  if (asked.data) return <Asked sheet={asked.data} enough={enough} onTold={setResult} />;
  if (!asked.error) return <Skeleton label="Loading the questions" lines={[100, 92, 100, 80]} />;
  return (
    <FailedState text="The questions could not be loaded." error={asked.error} onRetry={() => void asked.refetch()} />
  );
}

function Questions({ lesson }: { lesson: Lesson }) {
  const [go, setGo] = useState(0);
  const [knows] = useState(lesson.learned);
  const queries = useQueryClient();
  /** A new try asks the server: the sheet that was handed in is not shown again in its place. */
  const another = () => {
    queries.removeQueries({ queryKey: api.appropriateness.begin.key() });
    setGo(go + 1);
  };
  if (go === 0)
    return (
      <div className="row">
        {knows && <BackToOrder />}
        <Button look={knows ? 'line' : undefined} onClick={() => setGo(1)}>
          To the questions
        </Button>
      </div>
    );
  return <OneTry key={go} enough={lesson.enough} onAgain={another} />;
}

/** /before-your-first-order: two minutes to read and four questions, then back to the order. */
export default function BeforeFirstOrder() {
  const { session } = useViewer();
  const lesson = useQuery({ ...api.appropriateness.lesson.queryOptions(), enabled: session === 'in' });
  if (session !== 'in') return <SignInNeeded />;
  return (
    <div className="wrap">
      <div className="prose lesson">
        <header>
          <p className="t-xs ink-2">Two minutes to read, then four questions. What you typed in your order is kept.</p>
          <h1>Before your first order</h1>
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
          <FailedState
            text="The lesson could not be loaded."
            error={lesson.error}
            onRetry={() => void lesson.refetch()}
          />
        ) : (
          <Skeleton label="Loading the lesson" lines={[100, 92, 100, 80, 96, 70]} />
        )}
      </div>
    </div>
  );
}
