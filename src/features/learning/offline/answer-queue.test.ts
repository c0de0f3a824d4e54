import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowserCaches, createBrowserStorage } from '../../../../test/browser-caches.ts';
import { clearOfflineData, offlineNames } from '../../../ui/offline-storage.ts';
import { hasOfflineData, setViewer, watchViewer } from '../../../ui/viewer-state.ts';
import type { Question } from '../course-schema.ts';
import { grade, pickQuestions, showQuestion, shuffleIndexes } from '../grading.ts';
import { findReplaced, type LessonAction, type QueuedItem, type QueueItem, sendInOrder } from './answer-queue.ts';
import { type OfflineLesson, storeLesson } from './lesson-cache.ts';
import { pageQueue } from './page-queue.ts';

const answer = (check: string, at = 0): LessonAction => ({ kind: 'answer', check, chosen: [at] });
const finish: LessonAction = { kind: 'finish' };
const place = (block: number): LessonAction => ({ kind: 'place', block });
const toItem = (done: LessonAction, unit = 'one', key = crypto.randomUUID()): QueueItem => ({
  ...done,
  unit,
  key,
  courseId: 'c',
});

function createQueue(...all: readonly QueueItem[]) {
  let count = 0;
  let queue: QueuedItem[] = [];
  const put = (next: QueueItem) => {
    const replaced = findReplaced(queue, next);
    count += 1;
    queue = [...queue.filter((one) => !replaced.includes(one)), { ...next, id: count }];
  };
  for (const one of all) put(one);
  return {
    put,
    now: () => queue,
    first: async () => queue[0] ?? null,
    drop: async ({ id }: QueuedItem) => {
      queue = queue.filter((one) => one.id !== id);
    },
  };
}

function createServer(outcome: (nth: number) => 'well' | 'request lost' | 'answer lost') {
  const counted: string[] = [];
  const keys = new Set<string>();
  let sent = 0;
  return {
    counted,
    send: async (one: QueuedItem) => {
      sent += 1;
      const how = outcome(sent);
      if (how === 'request lost') return 'unclear' as const;
      if (!keys.has(one.key)) counted.push(one.kind === 'answer' ? one.check : one.kind);
      keys.add(one.key);
      return how === 'well' ? { result: one.kind } : ('unclear' as const);
    },
  };
}
const ignore = () => undefined;

test('items are sent one by one in order', async () => {
  const {
    put: _,
    now,
    ...queue
  } = createQueue(toItem(answer('a')), toItem(place(3)), toItem(answer('b')), toItem(finish));
  let running = 0;
  const { counted, send } = createServer(() => 'well');
  const slowly = async (one: QueuedItem) => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((done) => setTimeout(done, 1));
    running -= 1;
    return send(one);
  };
  const results: string[] = [];
  const done = await sendInOrder({
    ...queue,
    send: slowly,
    onResult: ({ key }, kind: string) => results.push(`${kind} ${key}`),
  });
  expect([done, counted, now()]).toEqual([true, ['a', 'place', 'b', 'finish'], []]);
  expect(results).toHaveLength(4);
});

test.each(['request lost', 'answer lost'] as const)(
  'each item counts once, wherever the connection fails: %s',
  async (how) => {
    for (let cut = 1; cut <= 4; cut++) {
      const { now, ...queue } = createQueue(toItem(answer('a')), toItem(answer('b')), toItem(finish));
      const { counted, send } = createServer((nth) => (nth === cut ? how : 'well'));
      const isComplete = await sendInOrder({ ...queue, send, onResult: ignore });
      expect(isComplete).toBe(cut === 4);
      if (!isComplete) expect(now().length).toBe(4 - cut);
      await sendInOrder({ ...queue, send, onResult: ignore });
      expect([cut, counted, now()]).toEqual([cut, ['a', 'b', 'finish'], []]);
    }
  },
);

test('an item not removed before the page closes is sent again with the same key', async () => {
  const { now, ...queue } = createQueue(toItem(answer('a')), toItem(answer('b')));
  const { counted, send } = createServer(() => 'well');
  const failToDrop = async () => {
    throw new Error('the page went');
  };
  await expect(sendInOrder({ ...queue, send, drop: failToDrop, onResult: ignore })).rejects.toThrow('the page went');
  expect([counted, now().length]).toEqual([['a'], 2]);
  await sendInOrder({ ...queue, send, onResult: ignore });
  expect([counted, now()]).toEqual([['a', 'b'], []]);
});

test('an item added during sending is sent last', async () => {
  const { now, put, ...queue } = createQueue(toItem(answer('a')));
  const { counted, send } = createServer(() => 'well');
  const onResult = ({ kind }: QueuedItem) => kind === 'answer' && counted.length === 1 && put(toItem(answer('b')));
  expect(await sendInOrder({ ...queue, send, onResult })).toBe(true);
  expect([counted, now()]).toEqual([['a', 'b'], []]);
});

test('all answers are sent, and only the last position and finish per lesson', () => {
  const { now } = createQueue(
    ...[
      toItem(answer('a', 0)),
      toItem(answer('a', 1)),
      toItem(place(2)),
      toItem(finish),
      toItem(place(9)),
      toItem(answer('b')),
    ],
    ...[toItem(finish), toItem(place(4), 'two'), toItem(finish, 'two')],
  );
  const summary = now().map((one) => `${one.unit} ${one.kind === 'place' ? one.block : one.kind}`);
  expect(summary).toEqual(['one answer', 'one answer', 'one 9', 'one answer', 'one finish', 'two 4', 'two finish']);
});

describe('the queue of a page', () => {
  const sent: string[] = [];
  let storage = createBrowserStorage();
  const session = { session: 'in', staff: 'no' } as const;

  beforeEach(() => {
    sent.length = 0;
    storage = createBrowserStorage();
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('document', { documentElement: { dataset: { ...session } } });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('location', { origin: 'https://ours.test' });
    vi.stubGlobal('fetch', async (request: Request) => {
      sent.push(new URL(request.url).pathname);
      return Response.json({ json: null });
    });
    watchViewer();
  });

  afterEach(() => vi.unstubAllGlobals());

  const queuePlace = () => pageQueue.put({ kind: 'place', block: 3, key: 'a', courseId: 'small', unit: 'first' });

  test('queued items are sent after reconnecting', async () => {
    await queuePlace();
    expect(await pageQueue.sendAll()).toBe(true);
    expect(sent).toEqual(['/api/rpc/learning/savePlace']);
  });

  test('queued items are dropped when another person signs in, here or in another tab', async () => {
    await queuePlace();
    setViewer({ session: 'out', staff: 'no' });
    setViewer(session);
    await pageQueue.sendAll();
    await queuePlace();
    storage.setItem('viewer', JSON.stringify({ ...session, stay: 'of another' }));
    await pageQueue.sendAll();
    expect([sent, await pageQueue.waiting()]).toEqual([[], []]);
  });
});

describe('signing out during a save', () => {
  const origin = 'https://ours.test';
  const file = '01a2b3c4-0000-7000-8000-0123456789ab';
  const blocks = [{ kind: 'picture', file, alt: 'A note' }];
  const lesson = { courseId: 'dear', unit: 'first', title: 'First', checks: [], blocks } as unknown as OfflineLesson;
  const { all, caches } = createBrowserCaches(origin);
  let picture = Promise.withResolvers<Response>();

  beforeEach(() => {
    all.clear();
    picture = Promise.withResolvers<Response>();
    vi.stubGlobal('caches', caches);
    vi.stubGlobal('location', { origin });
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('localStorage', createBrowserStorage({ kept: 'yes' }));
    vi.stubGlobal('fetch', () => picture.promise);
  });

  afterEach(() => vi.unstubAllGlobals());

  const save = () => storeLesson(lesson, new AbortController().signal);

  test('a save after sign-out stores nothing', async () => {
    const saving = save();
    // Simulates the sign-out in another tab, which ends the session and then clears the storage.
    await clearOfflineData();
    picture.resolve(new Response('', { status: 404 }));
    await saving;
    expect([all.has(offlineNames.lessons), hasOfflineData()]).toEqual([false, false]);
  });

  test('a save during the deletion stores nothing', async () => {
    picture.resolve(new Response('', { status: 404 }));
    vi.stubGlobal('caches', {
      ...caches,
      keys: async () => {
        await save();
        return [];
      },
    });
    await clearOfflineData();
    expect(all.has(offlineNames.lessons)).toBe(false);
  });
});

describe('grading', () => {
  const answer = (text: string, right: boolean) => ({ text, right, because: `because of ${text}` });
  const question: Question = {
    id: 'cost',
    ask: 'What does it cost?',
    answers: [answer('a', true), answer('b', false), answer('c', true), answer('d', false)],
  };
  const findPositions = (seed: string, texts: readonly string[]) =>
    texts.map((text) => showQuestion(question, seed).answers.indexOf(text));

  test('a shown question reveals only whether several answers are right', () => {
    const seen = showQuestion(question, 'seed');
    expect(Object.keys(seen).sort()).toEqual(['answers', 'ask', 'id', 'several']);
    expect(JSON.stringify(seen)).not.toContain('because');
    expect(seen.several).toBe(true);
    expect([...seen.answers].sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('exactly the right answers are graded right in any order', () => {
    fc.assert(
      fc.property(fc.string(), fc.subarray(['a', 'b', 'c', 'd']), (seed, chosen) => {
        const graded = grade(question, seed, findPositions(seed, chosen));
        expect(graded.right).toBe(chosen.length === 2 && chosen.includes('a') && chosen.includes('c'));
        expect(graded.answers.map(({ because }) => because)).toEqual(
          showQuestion(question, seed).answers.map((text) => `because of ${text}`),
        );
      }),
    );
  });

  test('unknown and repeated positions are ignored', () => {
    const right = findPositions('seed', ['a', 'c']);
    expect(grade(question, 'seed', [...right, ...right]).right).toBe(true);
    expect(grade(question, 'seed', [...right, 9, -1]).right).toBe(true);
    expect(grade(question, 'seed', []).right).toBe(false);
  });

  test('an order is a stable permutation, and any position can come first', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 40 }), (seed, count) => {
        const order = shuffleIndexes(seed, count);
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at));
        expect(shuffleIndexes(seed, count)).toEqual(order);
      }),
    );
    const firsts = new Set(Array.from({ length: 200 }, (_, seed) => shuffleIndexes(`try ${seed}`, 13)[0]));
    expect(firsts.size).toBe(13);
  });

  test('picked questions are distinct and depend on the seed', () => {
    const pool = Array.from({ length: 16 }, (_, at) => at);
    const six = pickQuestions(pool, 'a try', 6);
    expect(new Set(six).size).toBe(6);
    expect(pickQuestions(pool, 'another try', 6)).not.toEqual(six);
  });
});
