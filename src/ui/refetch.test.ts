import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchKeepingErrors } from './refetch.ts';

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
