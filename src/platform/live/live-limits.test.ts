import { expect, test } from 'vitest';
import { createLiveLimiter, liveLimits } from './live-limits.ts';

test('a client with a whole IPv6 /48 leaves streams for others, and closed streams are free again', () => {
  const limiter = createLiveLimiter();
  const attempts = Array.from({ length: liveLimits.all }, (_, n) =>
    limiter.connection(`2001:db8:77:${n.toString(16)}::1`),
  );
  const releases = attempts.filter((release) => release !== null);
  expect(releases).toHaveLength(liveLimits.network);
  expect(limiter.connection('198.51.100.7')).not.toBeNull();
  for (const release of releases) release();
  expect(limiter.connection('2001:db8:77::1')).not.toBeNull();
});

test('an account finds a stream however many anonymous streams there are', () => {
  const liveLimiter = createLiveLimiter();
  let open = 0;
  for (const network of ['2001:db8:1', '2001:db8:2', '2001:db8:3'])
    for (let n = 0; n < liveLimits.network; n++) {
      const release = liveLimiter.connection(`${network}:${n.toString(16)}::1`);
      if (release && liveLimiter.person(null)) open += 1;
      else release?.();
    }
  expect(open).toBe(liveLimits.anonymous);
  const connection = liveLimiter.connection('198.51.100.7');
  expect(connection).not.toBeNull();
  expect(liveLimiter.person('user')).not.toBeNull();
});
