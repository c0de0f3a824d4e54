import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { isAnythingKept } from '../../../ui/kept.ts';
import { later } from '../../../ui/later.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { isUnanswered, refusalWords, toastRefusal } from '../../../ui/refusal-words.ts';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { useLine } from '../../../ui/use-line.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { learningNotices, offlineTexts } from '../own-messages.ts';
import type { LessonView } from '../shapes.ts';
import { LessonArticle } from './lesson-article.tsx';
import { Question } from './question.tsx';
import { useKeptAnswers } from './use-kept-answers.ts';
import { usePlace } from './use-place.ts';
import { aboutLesson, coursePath, lessonPath, nextPath, tabTitle } from './ways.ts';
import './learning.css';

const Practice = later(async () => (await import('./practices/practice.tsx')).Practice);

/** What its tab is called before it is known. */
const unnamed = 'Lesson - Cryptocommerce';

type Sending = ReturnType<typeof useKeptAnswers>;
type LessonProps = { lesson: LessonView; sending: Sending };

/** What was last chosen in a question and waits to be sent. */
const waitingIn = ({ waiting }: Sending, check: string): readonly number[] | null => {
  const mine = waiting.flatMap((one) => (one.kind === 'answer' && one.check === check ? [one.chosen] : []));
  return mine.at(-1) ?? null;
};

/** Ids of the questions that nobody answered yet, here or there. */
const openIn = ({ lesson: { checks }, sending }: LessonProps) =>
  checks.filter(({ id, graded }) => !graded && !waitingIn(sending, id));

function useFinish({ lesson, sending }: LessonProps) {
  const { courseId, unit } = lesson;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isOnline = useLine();
  const later = () => sending.put({ kind: 'finish' });
  const { mutate, isPending } = useMutation({
    ...api.learning.finish.mutationOptions(),
    onSuccess: ({ next }) => {
      toastSuccess(learningNotices.finished);
      void navigate(nextPath(courseId, next));
    },
    onError: (error) => (isUnanswered(error) ? void later() : toastRefusal(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: api.learning.key() }),
    meta: { unit },
  });
  const finish = () => {
    // It goes behind the answers that wait, and without a line it waits too.
    if (isOnline && sending.waiting.length === 0) return mutate({ courseId, unit });
    if (openIn({ lesson, sending }).length > 0) return toastError(learningNotices.openFirst);
    void later();
  };
  return { finish, isPending };
}

function Onward({ lesson: { courseId, next, quizAfter } }: Pick<LessonProps, 'lesson'>) {
  if (quizAfter) return <ButtonLink to={`${coursePath(courseId)}/quizzes/${quizAfter}`}>To the quiz</ButtonLink>;
  return next && <ButtonLink to={lessonPath(courseId, next.unit)}>Next: {next.title}</ButtonLink>;
}

function Foot({ lesson, sending }: LessonProps) {
  const { courseId, done, previous } = lesson;
  const { finish, isPending } = useFinish({ lesson, sending });
  const isOnline = useLine();
  const open = openIn({ lesson, sending }).length;
  const waits = sending.waiting.some(({ kind }) => kind === 'finish');
  return (
    <footer className="lesson-foot">
      {done && (
        <div className="row">
          <Badge kind="approved">Finished</Badge>
          <Onward lesson={lesson} />
        </div>
      )}
      {!done && waits && (
        <div className="row">
          <p role="status">{isOnline ? offlineTexts.sending : offlineTexts.finishing}</p>
          {!isOnline && <Onward lesson={lesson} />}
        </div>
      )}
      {!done && !waits && (
        <div className="row">
          <Button busy={isPending} onClick={finish}>
            Finish this lesson
          </Button>
          {open > 0 && (
            <p className="t-xs ink-2">{open === 1 ? 'One question is' : `${open} questions are`} still open above.</p>
          )}
        </div>
      )}
      {previous && (
        <p className="under">
          <Link className="link" to={lessonPath(courseId, previous.unit)}>
            Back to {previous.title}
          </Link>
        </p>
      )}
    </footer>
  );
}

/** Says that there is no line, or that what was done without one is being sent. */
function Line({ sending: { waiting } }: Pick<LessonProps, 'sending'>) {
  const isOnline = useLine();
  const isSending = waiting.some(({ kind }) => kind !== 'place');
  if (isOnline && !isSending) return null;
  return (
    <div className="no-line">
      <Notice kind="wait" live>
        {isOnline ? offlineTexts.sending : offlineTexts.reading}
      </Notice>
    </div>
  );
}

function Reading({ lesson }: { lesson: LessonView }) {
  const { courseId, unit, checks, place } = lesson;
  const sending = useKeptAnswers(lesson);
  usePlace({
    from: place,
    note: (block) => {
      if (!navigator.onLine) return void sending.put({ kind: 'place', block });
      call.learning.keepPlace({ courseId, unit, block }).catch(() => undefined);
    },
  });
  const check = (id: string) => {
    const question = checks.find((one) => one.id === id);
    return question ? (
      <Question
        question={question}
        at={`${lesson.courseId} ${lesson.unit}`}
        graded={question.graded}
        onAnswer={(chosen) => void sending.put({ kind: 'answer', check: id, chosen })}
        busy={sending.busy}
        waits={waitingIn(sending, id)}
      />
    ) : null;
  };
  return (
    <>
      <title>{tabTitle(lesson)}</title>
      <meta name="description" content={aboutLesson(lesson)} />
      <LessonArticle
        lesson={lesson}
        placed={{ check, practice: (id) => <Practice id={id} /> }}
        line={<Line sending={sending} />}
        foot={<Foot lesson={lesson} sending={sending} />}
      />
    </>
  );
}

/** A lesson from the server, or as this browser keeps it. A kept one is read anew once there is a line. */
function useLesson({ courseId, unit }: Pick<LessonView, 'courseId' | 'unit'>) {
  const queries = useQueryClient();
  const asked = { courseId, unit };
  const { queryKey, ...options } = api.learning.lesson.queryOptions({ input: asked });
  const later = (view: LessonView) => queries.setQueryData(queryKey, view);
  const query = useQuery({
    ...options,
    queryKey,
    queryFn: () =>
      isAnythingKept()
        ? import('../offline/load-lesson.ts').then(({ loadLesson }) => loadLesson(asked, later))
        : call.learning.lesson(asked),
    staleTime: Number.POSITIVE_INFINITY,
    // What is kept is read without a line too.
    networkMode: isAnythingKept() ? 'always' : 'online',
  });
  return query;
}

function OneLesson({ courseId, unit }: { courseId: string; unit: string }) {
  const asked = useLesson({ courseId, unit });
  if (asked.data) return <Reading lesson={asked.data} />;
  if (asked.isPending)
    return (
      <div className="wrap head">
        <title>{unnamed}</title>
        <Skeleton label="Loading the lesson" lines={[46, 30, 100, 100, 92, 100, 96]} />
      </div>
    );
  const { code, title, text } = refusalWords(asked.error);
  if (code === 'accounts.sign_in_required') return <SignInNeeded />;
  const isRefused = code?.startsWith('learning.') ?? false;
  return (
    <div className="wrap head stack">
      <title>{unnamed}</title>
      <h1>{isRefused ? title : 'Lesson'}</h1>
      {isRefused ? (
        <>
          <p>{text}</p>
          <p>
            <ButtonLink to={coursePath(courseId)}>To the course</ButtonLink>
          </p>
        </>
      ) : (
        <FailedState text={learningNotices.failed.text} error={asked.error} onRetry={() => void asked.refetch()} />
      )}
    </div>
  );
}

/** /courses/:courseId/lessons/:unit: text first, with its questions on the way [000 §2 Routes, 001 §2, decision C1]. */
export default function LessonScreen() {
  const { courseId = '', unit = '' } = useParams();
  const { session } = useViewer();
  if (session === 'in') return <OneLesson key={unit} courseId={courseId} unit={unit} />;
  return (
    <>
      <title>{unnamed}</title>
      <SignInNeeded />
    </>
  );
}
