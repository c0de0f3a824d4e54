import { expect, test } from 'vitest';
import { type Done, neededNoMore, type Queued, sendInTurn, type Waiting } from './waiting.ts';

const answer = (check: string, at = 0): Done => ({ kind: 'answer', check, chosen: [at] });
const finish: Done = { kind: 'finish' };
const place = (block: number): Done => ({ kind: 'place', block });
const wait = (done: Done, unit = 'one', key = crypto.randomUUID()): Waiting => ({ ...done, unit, key, courseId: 'c' });

/** A queue as a browser keeps it, whatever becomes of the page. */
function queueOf(...all: readonly Waiting[]) {
  let count = 0;
  let queue: Queued[] = [];
  const put = (next: Waiting) => {
    const gone = neededNoMore(queue, next);
    count += 1;
    queue = [...queue.filter((one) => !gone.includes(one)), { ...next, id: count }];
  };
  for (const one of all) put(one);
  return {
    put,
    now: () => queue,
    first: async () => queue[0] ?? null,
    drop: async ({ id }: Queued) => {
      queue = queue.filter((one) => one.id !== id);
    },
  };
}

/** A server that counts an answer once under its key, over a line that is cut where it is told to be. */
function serverOver(line: (nth: number) => 'well' | 'lost on the way' | 'answer lost') {
  const counted: string[] = [];
  const keys = new Set<string>();
  let sent = 0;
  return {
    counted,
    send: async (one: Queued) => {
      sent += 1;
      const how = line(sent);
      if (how === 'lost on the way') return 'unclear' as const;
      if (!keys.has(one.key)) counted.push(one.kind === 'answer' ? one.check : one.kind);
      keys.add(one.key);
      return how === 'well' ? { told: one.kind } : ('unclear' as const);
    },
  };
}
const nobody = () => undefined;

test('all is sent in the order in which it was done, one after the other', async () => {
  const { put: _, now, ...queue } = queueOf(wait(answer('a')), wait(place(3)), wait(answer('b')), wait(finish));
  let under = 0;
  const { counted, send } = serverOver(() => 'well');
  const slowly = async (one: Queued) => {
    under += 1;
    expect(under).toBe(1);
    await new Promise((done) => setTimeout(done, 1));
    under -= 1;
    return send(one);
  };
  const told: string[] = [];
  const done = await sendInTurn({
    ...queue,
    send: slowly,
    told: ({ key }, kind: string) => told.push(`${kind} ${key}`),
  });
  expect([done, counted, now()]).toEqual([true, ['a', 'place', 'b', 'finish'], []]);
  expect(told).toHaveLength(4);
});

test.each(['lost on the way', 'answer lost'] as const)(
  'wherever the line is cut, %s, each counts once and in its turn',
  async (how) => {
    for (let cut = 1; cut <= 4; cut++) {
      const { now, ...queue } = queueOf(wait(answer('a')), wait(answer('b')), wait(finish));
      const { counted, send } = serverOver((nth) => (nth === cut ? how : 'well'));
      const whole = await sendInTurn({ ...queue, send, told: nobody });
      expect(whole).toBe(cut === 4);
      if (!whole) expect(now().length).toBe(4 - cut);
      await sendInTurn({ ...queue, send, told: nobody });
      expect([cut, counted, now()]).toEqual([cut, ['a', 'b', 'finish'], []]);
    }
  },
);

test('a page that goes before it took one out of the queue has it sent again under the same key', async () => {
  const { now, ...queue } = queueOf(wait(answer('a')), wait(answer('b')));
  const { counted, send } = serverOver(() => 'well');
  const gone = async () => {
    throw new Error('the page went');
  };
  await expect(sendInTurn({ ...queue, send, drop: gone, told: nobody })).rejects.toThrow('the page went');
  expect([counted, now().length]).toEqual([['a'], 2]);
  await sendInTurn({ ...queue, send, told: nobody });
  expect([counted, now()]).toEqual([['a', 'b'], []]);
});

test('what is done while the queue is being sent goes behind it', async () => {
  const { now, put, ...queue } = queueOf(wait(answer('a')));
  const { counted, send } = serverOver(() => 'well');
  const told = ({ kind }: Queued) => kind === 'answer' && counted.length === 1 && put(wait(answer('b')));
  expect(await sendInTurn({ ...queue, send, told })).toBe(true);
  expect([counted, now()]).toEqual([['a', 'b'], []]);
});

test('each answer counts, the same question too; of places and ends in a lesson the last one does', () => {
  const { now } = queueOf(
    ...[wait(answer('a', 0)), wait(answer('a', 1)), wait(place(2)), wait(finish), wait(place(9)), wait(answer('b'))],
    ...[wait(finish), wait(place(4), 'two'), wait(finish, 'two')],
  );
  const said = now().map((one) => `${one.unit} ${one.kind === 'place' ? one.block : one.kind}`);
  expect(said).toEqual(['one answer', 'one answer', 'one 9', 'one answer', 'one finish', 'two 4', 'two finish']);
});
