import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../ui/client.ts';
import { isAnythingKept } from '../../../ui/kept.ts';
import { newKey } from '../../../ui/once.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { pagePost } from '../offline/page-post.ts';
import { onTold, type Post, type Told } from '../offline/post.ts';
import type { Done, Queued } from '../offline/waiting.ts';
import { learningNotices } from '../own-messages.ts';
import type { LessonView } from '../shapes.ts';

/** In whose care it is until it is sent: this browser's where it keeps lessons, else this page's. */
const postNow = (): Promise<Post> =>
  isAnythingKept()
    ? import('../offline/browser-post.ts').then(
        ({ browserPost }) => browserPost,
        () => pagePost,
      )
    : Promise.resolve(pagePost);

/** A browser that refuses to keep anything leaves it to the page. */
const put = async (next: Parameters<Post['put']>[0]): Promise<unknown> =>
  (await postNow()).put(next).catch(() => pagePost.put(next));

async function waitingNow(): Promise<readonly Queued[]> {
  const post = await postNow();
  const [here, there] = await Promise.all([pagePost.waiting(), post.waiting().catch(() => [])]);
  return post === pagePost ? here : [...there, ...here];
}

const sendAll = async (): Promise<unknown> => Promise.all([pagePost.sendAll(), (await postNow()).sendAll()]);

/** What the server said of something that was sent: shown in its lesson, wherever it is open. */
function useTold(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const hear = ({ courseId, unit, ...one }: Queued, told: Told) => {
      if (!told) return;
      if ('refused' in told) return toastError(told.refused);
      if ('finished' in told) {
        toastSuccess(learningNotices.finished);
        return void queries.invalidateQueries({ queryKey: api.learning.key() });
      }
      const check = one.kind === 'answer' ? one.check : null;
      queries.setQueryData(api.learning.lesson.queryKey({ input: { courseId, unit } }), (lesson) => {
        if (!lesson) return lesson;
        const { graded } = told;
        return { ...lesson, checks: lesson.checks.map((shown) => (shown.id === check ? { ...shown, graded } : shown)) };
      });
    };
    return onTold(hear);
  }, [queries]);
}

/**
 * Sends what is done in a lesson. What meets no line waits and is sent once, in its turn, when the line is back: under
 * the key of then, so that it counts once even where an answer of the server was lost.
 */
export function useKeptAnswers({ courseId, unit }: Pick<LessonView, 'courseId' | 'unit'>) {
  const [waiting, setWaiting] = useState<readonly Queued[]>([]);
  const [busy, setBusy] = useState(false);
  useTold();
  const look = useCallback(async () => {
    const all = await waitingNow();
    setWaiting(all.filter((one) => one.courseId === courseId && one.unit === unit));
  }, [courseId, unit]);
  const send = useCallback(async () => {
    setBusy(true);
    await sendAll();
    await look();
    setBusy(false);
  }, [look]);
  const queries = useQueryClient();
  useEffect(() => {
    void look();
    const again = async () => {
      await send();
      // What was read as it is kept is read as the server has it, with all that it knows of its reader.
      if (isAnythingKept())
        await queries.invalidateQueries({ queryKey: api.learning.lesson.queryKey({ input: { courseId, unit } }) });
    };
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [look, send, queries, courseId, unit]);
  const isWaiting = waiting.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const looking = setInterval(() => navigator.onLine && void send(), 10_000);
    return () => clearInterval(looking);
  }, [isWaiting, send]);
  return {
    put: async (done: Done) => {
      await put({ ...done, key: newKey(), courseId, unit });
      await look();
      if (navigator.onLine) await send();
    },
    busy,
    waiting,
  };
}
