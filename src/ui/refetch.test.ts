import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { coalesceRefetch, refetchKeepingErrors } from './refetch.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

function createRefetch() {
  const fetched: string[] = [];
  const answers: (() => void)[] = [];
  const refetch = coalesceRefetch((name) => {
    fetched.push(name);
    return new Promise<void>((answer) => answers.push(answer));
  });
  const answer = async () => {
    answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { asked: fetched, again: refetch, answer };
}

test('a hundred changes during a fetch cause one more fetch, of the newest state', async () => {
  const { asked, again, answer } = createRefetch();
  for (let at = 0; at < 100; at += 1) void again('bankLines');
  expect(asked).toEqual(['bankLines']);
  await answer();
  expect(asked).toEqual(['bankLines', 'bankLines']);
  await answer();
  expect(asked).toHaveLength(2);
  void again('bankLines');
  expect(asked).toHaveLength(3);
});

test('one name does not wait for another', () => {
  const { asked, again } = createRefetch();
  void again('desk');
  void again('payments');
  expect(asked).toEqual(['desk', 'payments']);
});

test('an answer that never arrives blocks nothing', async () => {
  const { asked, again } = createRefetch();
  void again('desk');
  void again('desk');
  await vi.advanceTimersByTimeAsync(31_000);
  expect(asked).toEqual(['desk', 'desk']);
});

test('constant changes do not cancel a slow fetch again and again', async () => {
  const { asked, again } = createRefetch();
  for (let second = 0; second < 20; second += 1) {
    void again('bankLines');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(asked).toHaveLength(1);
});

test('a slow list is not fetched again for as long as it took', async () => {
  const { asked, again, answer } = createRefetch();
  void again('bankLines');
  void again('bankLines');
  await vi.advanceTimersByTimeAsync(400);
  await answer();
  await vi.advanceTimersByTimeAsync(399);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
});

describe('refetch', () => {
  function screen(answers: (() => unknown)[]) {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const observer = new QueryObserver(queries, { queryKey: [['identity']], queryFn: async () => answers.shift()?.() });
    const shown: unknown[] = [];
    const show = ({ data, error }: { data: unknown; error: unknown }) => {
      const now = data ?? (error as { code?: string } | null)?.code ?? 'grey lines';
      if (shown.at(-1) !== now) shown.push(now);
    };
    show(observer.getCurrentResult());
    const close = observer.subscribe(show);
    const until = (what: unknown) => expect.poll(() => shown.at(-1)).toBe(what);
    return { queries, shown, until, close };
  }

  const refuse = (status: number, code: string) => () => {
    throw Object.assign(new Error(code), { status, code });
  };

  test('a refusal stays during a refetch until an answer replaces it', async () => {
    const own = refuse(403, 'approvals.own_matter');
    const { queries, shown, until, close } = screen([own, own, () => 'the case']);
    await until('approvals.own_matter');
    await refetchKeepingErrors(queries);
    expect(shown).toEqual(['grey lines', 'approvals.own_matter']);
    await refetchKeepingErrors(queries);
    await until('the case');
    expect(shown).toEqual(['grey lines', 'approvals.own_matter', 'the case']);
    close();
  });

  test('a second refusal replaces the first', async () => {
    const signedOut = refuse(401, 'accounts.sign_in_required');
    const { queries, until, close } = screen([refuse(403, 'approvals.own_matter'), signedOut, signedOut]);
    await until('approvals.own_matter');
    await refetchKeepingErrors(queries, { queryKey: [['identity']] });
    await until('accounts.sign_in_required');
    close();
  });

  test('a query that failed with a fault is retried while visible', async () => {
    const { queries, shown, until, close } = screen([refuse(500, 'fault'), () => 'the case']);
    await until('fault');
    await refetchKeepingErrors(queries);
    await until('the case');
    expect(shown).toEqual(['grey lines', 'fault', 'grey lines', 'the case']);
    close();
  });
});
