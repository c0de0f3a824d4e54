import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { LessonBlocks } from '../../learning/screens/lesson-blocks.tsx';
import { Answers } from '../../learning/screens/question.tsx';
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

const chosenOf = (graded: Result['questions'][number]['graded']) =>
  graded.answers.flatMap(({ chosen }, at) => (chosen ? [at] : []));

/** What came of a try: how many were right, each answer explained, and how it goes on. */
function Told({ result, onAgain }: { result: Result; onAgain: () => void }) {
  const { right, asked, passed, questions } = result;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <>
      <section className="sheet neat">
        <h2 ref={head} tabIndex={-1}>
          {passed ? 'You are ready' : 'Not quite yet'}
        </h2>
        <p>
          {right} of {asked} right.{' '}
          {passed
            ? 'You will not be asked again before you order.'
            : 'Below it says why. Then you get other questions, as often as you like.'}
        </p>
        <div className="row under">{passed ? <BackToOrder /> : <Button onClick={onAgain}>Other questions</Button>}</div>
      </section>
      <ol className="quiz">
        {questions.map((question) => (
          <li key={question.id}>
            <Answers
              question={question}
              legend={question.ask}
              chosen={chosenOf(question.graded)}
              onChoose={() => undefined}
              graded={question.graded}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The questions of a try. Nothing chosen is lost where the line is. */
function Asked({ sheet, enough, onTold }: { sheet: Sheet; enough: number; onTold: (result: Result) => void }) {
  const [answers, setAnswers] = useState<Readonly<Record<string, readonly number[]>>>({});
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const handIn = useMutation({
    ...api.appropriateness.handIn.mutationOptions(),
    onSuccess: (result) => {
      onTold(result);
      void queries.invalidateQueries({ queryKey: api.appropriateness.lesson.key() });
    },
    onError: toastRefusal,
  });
  const { questions, tryId } = sheet;
  const open = questions.filter(({ id }) => (answers[id]?.length ?? 0) === 0);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const first = questions.findIndex(({ id }) => id === open[0]?.id);
    if (first >= 0) form.current?.querySelectorAll('fieldset')[first]?.querySelector('input')?.focus();
    else if (!handIn.isPending) handIn.mutate({ tryId, answers: questions.map(({ id }) => [...(answers[id] ?? [])]) });
  };
  return (
    <form onSubmit={send} ref={form} aria-label="Questions">
      <p className="ink-2">
        {questions.length} questions, {enough} right ones are enough. You may repeat them as often as you like.
      </p>
      <ol className="quiz">
        {questions.map((question) => (
          <li key={question.id}>
            <Answers
              question={question}
              legend={question.ask}
              chosen={answers[question.id] ?? []}
              onChoose={(chosen) => setAnswers({ ...answers, [question.id]: chosen })}
              graded={null}
            />
          </li>
        ))}
      </ol>
      <div className="row">
        <Button type="submit" busy={handIn.isPending}>
          Hand in
        </Button>
        <p role="status" className="t-xs ink-2">
          {open.length > 0 && `Still open: ${open.length} of ${questions.length}.`}
        </p>
      </div>
      {handIn.isError && (
        <Notice kind="bad" live>
          Your answers are still here. Hand them in again when the line is back.
        </Notice>
      )}
    </form>
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
