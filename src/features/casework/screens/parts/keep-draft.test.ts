import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDraft, saving } from './keep-draft.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Conflict extends Error {}
class Refusal extends Error {}

/** A server with one text, which answers when it is told to. */
function scene() {
  const server = { text: 'He sold', version: 1, down: false, closed: false, saves: 0 };
  const save = async (text: string, version: number): Promise<number> => {
    server.saves += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (server.down) throw new Error('the line is down');
    if (server.closed) throw new Refusal();
    if (version !== server.version) throw new Conflict();
    server.text = text;
    server.version += 1;
    return server.version;
  };
  const keeper = keepDraft({
    start: { draft: server.text, version: server.version },
    save,
    isConflict: (error) => error instanceof Conflict,
    isPassing: (error) => !(error instanceof Refusal),
  });
  return { server, keeper };
}

test('what is typed is saved by itself after a rest, once', async () => {
  const { server, keeper } = scene();
  keeper.change('He sold c');
  keeper.change('He sold coins');
  expect(keeper.read().state).toBe('unsaved');
  await vi.advanceTimersByTimeAsync(saving.rest + 60);
  expect(server).toMatchObject({ text: 'He sold coins', saves: 1 });
  expect(keeper.read()).toMatchObject({ state: 'saved', version: 2 });
});

test('whoever never rests is saved all the same', async () => {
  const { server, keeper } = scene();
  for (let letters = 0; letters < 30; letters += 1) {
    keeper.change(`He sold ${'x'.repeat(letters + 1)}`);
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(server.saves).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(saving.rest + 60);
  expect(server.text).toBe(`He sold ${'x'.repeat(30)}`);
});

test('what is typed while it is being saved is saved next', async () => {
  const { server, keeper } = scene();
  keeper.change('He sold coins');
  await vi.advanceTimersByTimeAsync(saving.rest + 10);
  expect(keeper.read().state).toBe('saving');
  keeper.change('He sold coins twice');
  await vi.advanceTimersByTimeAsync(60 + saving.rest + 60);
  expect(server).toMatchObject({ text: 'He sold coins twice', version: 3 });
  expect(keeper.read().state).toBe('saved');
});

test('while the line is down the text stays and is tried again', async () => {
  const { server, keeper } = scene();
  server.down = true;
  keeper.change('He sold coins');
  await vi.advanceTimersByTimeAsync(saving.rest + 60);
  expect(keeper.read()).toMatchObject({ state: 'failed', draft: 'He sold coins' });
  server.down = false;
  await vi.advanceTimersByTimeAsync(saving.again + 60);
  expect(server.text).toBe('He sold coins');
  expect(keeper.read().state).toBe('saved');
});

test('when somebody else saved meanwhile neither text is lost until a person chooses', async () => {
  const { server, keeper } = scene();
  Object.assign(server, { text: 'She bought', version: 2 });
  keeper.change('He sold coins');
  await vi.advanceTimersByTimeAsync(saving.rest + 60);
  expect(keeper.read().state).toBe('conflict');
  expect(server.text).toBe('She bought');
  keeper.meet({ draft: server.text, version: server.version });
  expect(keeper.read()).toMatchObject({ draft: 'He sold coins', theirs: { draft: 'She bought' } });
  keeper.choose('mine');
  await vi.advanceTimersByTimeAsync(60);
  expect(server).toMatchObject({ text: 'He sold coins', version: 3 });
  expect(keeper.read()).toMatchObject({ state: 'saved', theirs: null });
});

test('the text of the other can be taken instead, and is not saved again', async () => {
  const { server, keeper } = scene();
  keeper.change('He sold coins');
  Object.assign(server, { text: 'She bought', version: 2 });
  keeper.meet({ draft: 'She bought', version: 2 });
  keeper.choose('theirs');
  await vi.advanceTimersByTimeAsync(saving.longest);
  expect(keeper.read()).toMatchObject({ draft: 'She bought', state: 'saved', version: 2 });
  expect(server.saves).toBe(0);
});

test('a newer text of the server is simply shown while nothing here is unsaved', () => {
  const { keeper } = scene();
  keeper.meet({ draft: 'She bought', version: 5 });
  expect(keeper.read()).toMatchObject({ draft: 'She bought', version: 5, state: 'saved' });
});

test('what the server refuses for good is not sent again and again', async () => {
  const { server, keeper } = scene();
  server.closed = true;
  keeper.change('He sold coins');
  await vi.advanceTimersByTimeAsync(saving.longest * 3);
  expect(server.saves).toBe(1);
  expect(keeper.read()).toMatchObject({ state: 'failed', draft: 'He sold coins' });
});

test('the text of the other may be known before our own is refused', async () => {
  const { server, keeper } = scene();
  Object.assign(server, { text: 'She bought', version: 2 });
  keeper.change('He sold coins');
  await vi.advanceTimersByTimeAsync(saving.rest + 10);
  keeper.meet({ draft: 'She bought', version: 2 });
  await vi.advanceTimersByTimeAsync(60);
  expect(keeper.read()).toMatchObject({ state: 'conflict', theirs: { draft: 'She bought' } });
});
