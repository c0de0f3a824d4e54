import { describe, expect, it } from 'vitest';
import { readFilter, withFilter } from './filter.ts';

const parseFilter = (text: string) => new URLSearchParams(text);

describe('the filter in the URL', () => {
  it('is read back as written', () => {
    const address = withFilter(parseFilter(''), { status: 'failed', type: 'sell' });
    expect(readFilter(address)).toEqual({ status: 'failed', type: 'sell' });
  });

  it('treats unknown values as "all"', () => {
    expect(readFilter(parseFilter('status=lost&type=swap'))).toEqual({ status: 'all', type: 'all' });
  });

  it('leaves out "all" and keeps other parameters', () => {
    expect(withFilter(parseFilter('status=failed&from=mail'), { status: 'all' }).toString()).toBe('from=mail');
  });
});
