import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { autosaveTiming, createAutosave } from './autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Conflict extends Error {}
class Refusal extends Error {}

function setUp() {
  const server = { text: 'He sold', version: 1, down: false, closed: false, saves: 0 };
  const save = async (text: string, version: number): Promise<number> => {
    server.saves += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (server.down) throw new Error('the connection is down');
    if (server.closed) throw new Refusal();
    if (version !== server.version) throw new Conflict();
    server.text = text;
    server.version += 1;
    return server.version;
  };
  const autosave = createAutosave({
    start: { draft: server.text, version: server.version },
    save,
    isConflict: (error) => error instanceof Conflict,
    canRetry: (error) => !(error instanceof Refusal),
  });
  return { server, autosave };
}

test('a change is saved once after a pause', async () => {
  const { server, autosave } = setUp();
  autosave.change('He sold c');
  autosave.change('He sold coins');
  expect(autosave.read().state).toBe('unsaved');
  await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 60);
  expect(server).toMatchObject({ text: 'He sold coins', saves: 1 });
  expect(autosave.read()).toMatchObject({ state: 'saved', version: 2 });
});

test('continuous typing is saved too', async () => {
  const { server, autosave } = setUp();
  for (let letters = 0; letters < 30; letters += 1) {
    autosave.change(`He sold ${'x'.repeat(letters + 1)}`);
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(server.saves).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 60);
  expect(server.text).toBe(`He sold ${'x'.repeat(30)}`);
});

test('a change during a save is saved next', async () => {
  const { server, autosave } = setUp();
  autosave.change('He sold coins');
  await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 10);
  expect(autosave.read().state).toBe('saving');
  autosave.change('He sold coins twice');
  await vi.advanceTimersByTimeAsync(60 + autosaveTiming.pauseMs + 60);
  expect(server).toMatchObject({ text: 'He sold coins twice', version: 3 });
  expect(autosave.read().state).toBe('saved');
});

test('offline, the text stays and the save is retried', async () => {
  const { server, autosave } = setUp();
  server.down = true;
  autosave.change('He sold coins');
  await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 60);
  expect(autosave.read()).toMatchObject({ state: 'failed', draft: 'He sold coins' });
  server.down = false;
  await vi.advanceTimersByTimeAsync(autosaveTiming.retryMs + 60);
  expect(server.text).toBe('He sold coins');
  expect(autosave.read().state).toBe('saved');
});

test('a conflict keeps both texts until a person chooses', async () => {
  const { server, autosave } = setUp();
  Object.assign(server, { text: 'She bought', version: 2 });
  autosave.change('He sold coins');
  await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 60);
  expect(autosave.read().state).toBe('conflict');
  expect(server.text).toBe('She bought');
  autosave.receive({ draft: server.text, version: server.version });
  expect(autosave.read()).toMatchObject({ draft: 'He sold coins', theirs: { draft: 'She bought' } });
  autosave.choose('mine');
  await vi.advanceTimersByTimeAsync(60);
  expect(server).toMatchObject({ text: 'He sold coins', version: 3 });
  expect(autosave.read()).toMatchObject({ state: 'saved', theirs: null });
});

test('choosing the other text does not save again', async () => {
  const { server, autosave } = setUp();
  autosave.change('He sold coins');
  Object.assign(server, { text: 'She bought', version: 2 });
  autosave.receive({ draft: 'She bought', version: 2 });
  autosave.choose('theirs');
  await vi.advanceTimersByTimeAsync(autosaveTiming.maxWaitMs);
  expect(autosave.read()).toMatchObject({ draft: 'She bought', state: 'saved', version: 2 });
  expect(server.saves).toBe(0);
});

test('a newer server text replaces a saved draft', () => {
  const { autosave } = setUp();
  autosave.receive({ draft: 'She bought', version: 5 });
  expect(autosave.read()).toMatchObject({ draft: 'She bought', version: 5, state: 'saved' });
});

test('a permanently refused draft is not sent again', async () => {
  const { server, autosave } = setUp();
  server.closed = true;
  autosave.change('He sold coins');
  await vi.advanceTimersByTimeAsync(autosaveTiming.maxWaitMs * 3);
  expect(server.saves).toBe(1);
  expect(autosave.read()).toMatchObject({ state: 'failed', draft: 'He sold coins' });
});

test('a server version that arrives during a save is kept for the conflict', async () => {
  const { server, autosave } = setUp();
  Object.assign(server, { text: 'She bought', version: 2 });
  autosave.change('He sold coins');
  await vi.advanceTimersByTimeAsync(autosaveTiming.pauseMs + 10);
  autosave.receive({ draft: 'She bought', version: 2 });
  await vi.advanceTimersByTimeAsync(60);
  expect(autosave.read()).toMatchObject({ state: 'conflict', theirs: { draft: 'She bought' } });
});
