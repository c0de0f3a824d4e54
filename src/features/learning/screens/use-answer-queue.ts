import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../ui/client.ts';
import { hasOfflineData } from '../../../ui/offline-flag.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { generateKey } from '../../../ui/use-idempotent.ts';
import { learningNotices } from '../learner-messages.ts';
import { type AnswerQueue, type SendResult, subscribeToResults } from '../offline/answer-queue.ts';
import { pageQueue } from '../offline/page-queue.ts';
import type { LessonAction, QueuedItem } from '../offline/send-queue.ts';
import type { LessonView } from '../views.ts';

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
  const [here, there] = await Promise.all([pageQueue.waiting(), queue.waiting().catch(() => [])]);
  return queue === pageQueue ? here : [...there, ...here];
}

const sendAll = async (): Promise<unknown> => Promise.all([pageQueue.sendAll(), (await getQueue()).sendAll()]);

function useSendResults(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const handle = ({ courseId, unit, ...item }: QueuedItem, result: SendResult) => {
      if (!result) return;
      if ('refused' in result) return toastError(result.refused);
      if ('finished' in result) {
        toastSuccess(learningNotices.finished);
        return void queries.invalidateQueries({ queryKey: api.learning.key() });
      }
      const check = item.kind === 'answer' ? item.check : null;
      queries.setQueryData(api.learning.lesson.queryKey({ input: { courseId, unit } }), (lesson) => {
        if (!lesson) return lesson;
        const { graded } = result;
        return { ...lesson, checks: lesson.checks.map((shown) => (shown.id === check ? { ...shown, graded } : shown)) };
      });
    };
    return subscribeToResults(handle);
  }, [queries]);
}

export function useAnswerQueue({ courseId, unit }: Pick<LessonView, 'courseId' | 'unit'>) {
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
