import { describe, expect, it } from 'vitest';
import { readFilter, withFilter } from './filter.ts';

const from = (text: string) => new URLSearchParams(text);

describe('the filter in the address', () => {
  it('is read back as it was written', () => {
    const address = withFilter(from(''), { status: 'failed', type: 'sell' });
    expect(readFilter(address)).toEqual({ status: 'failed', type: 'sell' });
  });

  it('takes what nobody knows for "all"', () => {
    expect(readFilter(from('status=lost&type=swap'))).toEqual({ status: 'all', type: 'all' });
  });

  it('leaves "all" out of the address and other parameters in', () => {
    expect(withFilter(from('status=failed&from=mail'), { status: 'all' }).toString()).toBe('from=mail');
  });
});
