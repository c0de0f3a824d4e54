import { beforeEach, expect, test, vi } from 'vitest';
import { chunkErrorMessage } from './chunk-error.ts';
import { reportFault } from './report-fault.ts';

const send = vi.fn(async (_url: string, _init: { body: string }) => new Response(null, { status: 204 }));
vi.stubGlobal('location', { origin: 'https://shop.test', pathname: '/trading' });
vi.stubGlobal('fetch', send);
beforeEach(() => send.mockClear());

const stack = 'at draw (https://shop.test/assets/trading-1.js:1:2)';
const faultOf = (message: string, parts: object = {}) => Object.assign(new TypeError(message), { stack, ...parts });
const report = (error: unknown) => reportFault({ error } as ErrorEvent);

test.each([
  ['a lost script', faultOf(chunkErrorMessage)],
  ['a lost connection', faultOf('Failed to fetch')],
  ['an answer of the server', faultOf('broken', { status: 500 })],
  ['a browser extension', faultOf('broken', { stack: 'at x (chrome-extension://abc/content.js:1:2)' })],
  ['a text', 'broken'],
  ['nothing', null],
])('%s is not reported', (_, error) => {
  report(error);
  expect(send).not.toHaveBeenCalled();
});

test('each fault of a page is reported once, and five at most', () => {
  const fault = faultOf('broken', { reference: 'abcdef01-2345' });
  report(fault);
  reportFault({ reason: fault } as PromiseRejectionEvent);
  expect(send).toHaveBeenCalledTimes(1);
  const body = { name: 'TypeError', message: 'broken', stack, path: '/trading', reference: 'abcdef01-2345' };
  expect(JSON.parse(send.mock.calls[0]?.[1].body ?? '')).toEqual(body);
  for (let n = 0; n < 10; n += 1) report(faultOf(`broken ${n}`));
  expect(send).toHaveBeenCalledTimes(5);
});
