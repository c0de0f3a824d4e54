import './learning.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { errorMessage, isUnanswered, toastRefusal } from '../../../ui/error-message.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { generateKey } from '../../../ui/use-idempotent.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { hasOfflineData } from '../../../ui/viewer-state.ts';
import { learningNotices, offlineTexts } from '../learner-messages.ts';
import {
  type AnswerQueue,
  type LessonAction,
  type QueuedItem,
  type SendResult,
  subscribeToResults,
} from '../offline/answer-queue.ts';
import { pageQueue } from '../offline/page-queue.ts';
import type { LessonView } from '../views.ts';
import { LessonArticle } from './lesson-article.tsx';
import { coursePath, getLessonDescription, getNextPath, getTabTitle, lessonPath } from './paths.ts';
import { Question } from './question.tsx';

const getQueue = (): Promise<AnswerQueue> =>
  hasOfflineData()
    ? import('../offline/stored-queue.ts').then(
        ({ storedQueue }) => storedQueue,
        () => pageQueue,
      )
    : Promise.resolve(pageQueue);

const enqueue = async (next: Parameters<AnswerQueue['put']>[0]): Promise<unknown> =>
  (await getQueue()).put(next).catch(() => pageQueue.put(next));

async function listWaiting(): Promise<readonly QueuedItem[]> {
  const queue = await getQueue();
  const [pageItems, storedItems] = await Promise.all([pageQueue.waiting(), queue.waiting().catch(() => [])]);
  return queue === pageQueue ? pageItems : [...storedItems, ...pageItems];
}

const sendAll = async (): Promise<unknown> => Promise.all([pageQueue.sendAll(), (await getQueue()).sendAll()]);

function useSendResults(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const handle = async ({ courseId, unit, ...item }: QueuedItem, result: SendResult) => {
      if (!result) return;
      if ('refused' in result) return toastError(result.refused);
      if ('finished' in result) {
        toastSuccess(learningNotices.finished);
        return queries.invalidateQueries({ queryKey: api.learning.key() });
      }
      const queryKey = api.learning.lesson.queryKey({ input: { courseId, unit } });
      // A refetch started before this answer would overwrite its grade.
      await queries.cancelQueries({ queryKey });
      const check = item.kind === 'answer' ? item.check : null;
      queries.setQueryData(queryKey, (lesson) => {
        if (!lesson) return lesson;
        const { graded } = result;
        return { ...lesson, checks: lesson.checks.map((shown) => (shown.id === check ? { ...shown, graded } : shown)) };
      });
    };
    return subscribeToResults(handle);
  }, [queries]);
}

function useAnswerQueue({ courseId, unit }: Pick<LessonView, 'courseId' | 'unit'>) {
  const [waiting, setWaiting] = useState<readonly QueuedItem[]>([]);
  const [busy, setBusy] = useState(false);
  useSendResults();
  const refresh = useCallback(async () => {
    const all = await listWaiting();
    setWaiting(all.filter((item) => item.courseId === courseId && item.unit === unit));
  }, [courseId, unit]);
  const send = useCallback(async () => {
    setBusy(true);
    await sendAll();
    await refresh();
    setBusy(false);
  }, [refresh]);
  const queries = useQueryClient();
  useEffect(() => {
    void refresh();
    const resend = async () => {
      await send();
      if (hasOfflineData())
        await queries.invalidateQueries({ queryKey: api.learning.lesson.queryKey({ input: { courseId, unit } }) });
    };
    addEventListener('online', resend);
    return () => removeEventListener('online', resend);
  }, [refresh, send, queries, courseId, unit]);
  const isWaiting = waiting.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => navigator.onLine && void send(), 10_000);
    return () => clearInterval(timer);
  }, [isWaiting, send]);
  return {
    put: async (done: LessonAction) => {
      await enqueue({ ...done, key: generateKey(), courseId, unit });
      await refresh();
      if (navigator.onLine) await send();
    },
    busy,
    waiting,
  };
}

const intervalMs = 5_000;

function findCurrentPart(): number {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')];
  const middle = window.innerHeight / 2;
  return Number(parts.findLast((part) => part.getBoundingClientRect().top < middle)?.dataset['part'] ?? 0);
}

type ReadingPosition = { readonly from: number; readonly note: (block: number) => void };

function useReadingPosition({ from, note }: ReadingPosition): void {
  const noteRef = useRef(note);
  useEffect(() => {
    noteRef.current = note;
  });
  useEffect(() => {
    let noted = from;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      timer = undefined;
      const block = findCurrentPart();
      if (block === noted) return;
      noted = block;
      noteRef.current(block);
    };
    const onScroll = () => {
      timer ??= setTimeout(check, intervalMs);
    };
    const onHide = () => document.visibilityState === 'hidden' && check();
    addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('visibilitychange', onHide);
    return () => {
      removeEventListener('scroll', onScroll);
      document.removeEventListener('visibilitychange', onHide);
      clearTimeout(timer);
    };
  }, [from]);
}

const Practice = lazyPart(async () => (await import('./practices/practice.tsx')).Practice);

const defaultTitle = 'Lesson - Cryptocommerce';

type Sending = ReturnType<typeof useAnswerQueue>;
type LessonProps = { lesson: LessonView; sending: Sending };

const getWaitingAnswer = ({ waiting }: Sending, check: string): readonly number[] | null => {
  const choices = waiting.flatMap((one) => (one.kind === 'answer' && one.check === check ? [one.chosen] : []));
  return choices.at(-1) ?? null;
};

const listOpenQuestions = ({ lesson: { checks }, sending }: LessonProps) =>
  checks.filter(({ id, graded }) => !graded && !getWaitingAnswer(sending, id));

function useFinish({ lesson, sending }: LessonProps) {
  const { courseId, unit } = lesson;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isOnline = useOnline();
  const later = () => sending.put({ kind: 'finish' });
  const { mutate, isPending } = useMutation({
    ...api.learning.finish.mutationOptions(),
    onSuccess: ({ next }) => {
      toastSuccess(learningNotices.finished);
      void navigate(getNextPath(courseId, next));
    },
    onError: (error) => (isUnanswered(error) ? void later() : toastRefusal(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: api.learning.key() }),
    meta: { unit },
  });
  const finish = () => {
    if (isOnline && sending.waiting.length === 0) return mutate({ courseId, unit });
    if (listOpenQuestions({ lesson, sending }).length > 0) return toastError(learningNotices.openFirst);
    void later();
  };
  return { finish, isPending };
}

function NextLink({ lesson: { courseId, next, quizAfter } }: Pick<LessonProps, 'lesson'>) {
  if (quizAfter) return <ButtonLink to={`${coursePath(courseId)}/quizzes/${quizAfter}`}>Go to the quiz</ButtonLink>;
  return next && <ButtonLink to={lessonPath(courseId, next.unit)}>Next: {next.title}</ButtonLink>;
}

function LessonFooter({ lesson, sending }: LessonProps) {
  const { courseId, done, previous } = lesson;
  const { finish, isPending } = useFinish({ lesson, sending });
  const isOnline = useOnline();
  const open = listOpenQuestions({ lesson, sending }).length;
  const isFinishWaiting = sending.waiting.some(({ kind }) => kind === 'finish');
  return (
    <footer className="lesson-foot">
      {done && (
        <div className="row">
          <Badge kind="approved">Finished</Badge>
          <NextLink lesson={lesson} />
        </div>
      )}
      {!done && isFinishWaiting && (
        <div className="row">
          <p role="status">{isOnline ? offlineTexts.sending : offlineTexts.finishing}</p>
          {!isOnline && <NextLink lesson={lesson} />}
        </div>
      )}
      {!done && !isFinishWaiting && (
        <div className="row">
          <Button busy={isPending} onClick={finish}>
            Finish this lesson
          </Button>
          {open > 0 && (
            <p className="t-xs ink-2">
              {open === 1 ? 'One question above is' : `${open} questions above are`} still unanswered.
            </p>
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

function OfflineNotice({ sending: { waiting } }: Pick<LessonProps, 'sending'>) {
  const isOnline = useOnline();
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

function LessonReader({ lesson }: { lesson: LessonView }) {
  const { courseId, unit, checks, place } = lesson;
  const sending = useAnswerQueue(lesson);
  useReadingPosition({
    from: place,
    note: (block) => {
      if (!navigator.onLine) return void sending.put({ kind: 'place', block });
      call.learning.savePlace({ courseId, unit, block }).catch(() => undefined);
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
        waitingAnswer={getWaitingAnswer(sending, id)}
      />
    ) : null;
  };
  return (
    <>
      <title>{getTabTitle(lesson)}</title>
      <meta name="description" content={getLessonDescription(lesson)} />
      <LessonArticle
        lesson={lesson}
        placed={{ check, practice: (id) => <Practice id={id} /> }}
        notice={<OfflineNotice sending={sending} />}
        footer={<LessonFooter lesson={lesson} sending={sending} />}
      />
    </>
  );
}

/** Loads a lesson from the server or from offline storage. Refreshes a stored lesson when online. */
function useLesson({ courseId, unit }: Pick<LessonView, 'courseId' | 'unit'>) {
  const queries = useQueryClient();
  const lessonRef = { courseId, unit };
  const { queryKey, ...options } = api.learning.lesson.queryOptions({ input: lessonRef });
  const later = (view: LessonView) => queries.setQueryData(queryKey, view);
  const query = useQuery({
    ...options,
    queryKey,
    queryFn: () =>
      hasOfflineData()
        ? import('../offline/load-lesson.ts').then(({ loadLesson }) => loadLesson(lessonRef, later))
        : call.learning.lesson(lessonRef),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: hasOfflineData() ? 'always' : 'online',
  });
  return query;
}

function LoadedLesson({ courseId, unit }: { courseId: string; unit: string }) {
  const query = useLesson({ courseId, unit });
  if (query.data) return <LessonReader lesson={query.data} />;
  if (query.isPending)
    return (
      <div className="wrap head">
        <title>{defaultTitle}</title>
        <Skeleton label="Loading the lesson" lines={[46, 30, 100, 100, 92, 100, 96]} />
      </div>
    );
  const { code, title, text } = errorMessage(query.error);
  if (code === 'accounts.sign_in_required') return <SignInRequired />;
  const isRefused = code?.startsWith('learning.') ?? false;
  return (
    <div className="wrap head stack">
      <title>{defaultTitle}</title>
      <h1>{isRefused ? title : 'Lesson'}</h1>
      {isRefused ? (
        <>
          <p>{text}</p>
          <p>
            <ButtonLink to={coursePath(courseId)}>Go to the course</ButtonLink>
          </p>
        </>
      ) : (
        <FailedState text={learningNotices.failed.text} error={query.error} onRetry={() => void query.refetch()} />
      )}
    </div>
  );
}

/** /courses/:courseId/lessons/:unit [000 §2 Routes, 001 §2, decision C1] */
export default function LessonScreen() {
  const { courseId = '', unit = '' } = useParams();
  const { session } = useViewer();
  if (session === 'in') return <LoadedLesson key={unit} courseId={courseId} unit={unit} />;
  return (
    <>
      <title>{defaultTitle}</title>
      <SignInRequired />
    </>
  );
}

const connectivityEvents = ['online', 'offline'] as const;

function subscribe(listener: () => void): () => void {
  for (const event of connectivityEvents) addEventListener(event, listener);
  return () => {
    for (const event of connectivityEvents) removeEventListener(event, listener);
  };
}

/** True if the device has a network. The network may still lack internet access. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
