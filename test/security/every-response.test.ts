import { expect, test } from 'vitest';
import { upload } from '../orders.ts';
import { serverUnderTest } from '../worker.ts';

const server = await serverUnderTest();
const { app, call, signIn } = server;
const cookie = await signIn('tier1');
const { body: file } = await upload(server, cookie);
const { body: link } = await call<{ url: string }>('documents/link', { fileId: file.id }, cookie);

type TestRequest = { method: string; url: string; headers?: Record<string, string>; payload?: string };
const json = { 'content-type': 'application/json' };
const requests: readonly TestRequest[] = [
  { method: 'GET', url: '/' },
  { method: 'GET', url: '/healthz' },
  { method: 'GET', url: '/%ff' },
  { method: 'GET', url: '/no/such/page' },
  { method: 'GET', url: '/assets/none.js' },
  { method: 'GET', url: '/favicon.ico' },
  { method: 'GET', url: '/robots.txt' },
  { method: 'GET', url: '/sitemap.xml' },
  { method: 'GET', url: '/dev/mailbox' },
  { method: 'GET', url: '/api/none' },
  { method: 'GET', url: link.url },
  { method: 'HEAD', url: link.url },
  { method: 'GET', url: `${link.url}x` },
  { method: 'GET', url: '/api/transactions.csv?from=2026-01-01&until=2026-12-31' },
  { method: 'GET', url: '/api/transactions.csv?from=x' },
  { method: 'GET', url: '/api/receipts/00000000-0000-4000-8000-000000000000.pdf' },
  {
    method: 'OPTIONS',
    url: '/api/rpc/accounts/viewer',
    headers: { origin: 'http://evil.test', 'access-control-request-method': 'POST' },
  },
  { method: 'DELETE', url: '/api/files' },
  { method: 'POST', url: '/api/rpc/accounts/viewer', headers: json, payload: '{"json":null}' },
  { method: 'POST', url: '/api/rpc/accounts/none', headers: json, payload: '{}' },
  { method: 'POST', url: '/api/rpc/accounts/signIn', headers: json, payload: '{' },
  { method: 'POST', url: '/api/rpc/accounts/signIn', headers: json, payload: `"${'x'.repeat(2_000_000)}"` },
  { method: 'POST', url: '/api/rpc/accounts/viewer', headers: { ...json, origin: 'http://evil.test' }, payload: '{}' },
  { method: 'POST', url: '/api/hooks/card/none', headers: json, payload: '{}' },
  { method: 'POST', url: '/api/hooks/card/sandbox', headers: json, payload: '{}' },
  {
    method: 'PUT',
    url: '/api/files?purpose=none',
    headers: { 'content-type': 'application/octet-stream' },
    payload: 'x',
  },
  { method: 'GET', url: `/api/uploads/00000000-0000-4000-8000-000000000000` },
];

test.each(requests)(
  '$method $url is protected, typed, closed to other origins, and not cached when private',
  async (request) => {
    const answer = await app.inject({ ...request, headers: { cookie, ...request.headers } } as never);
    const { headers } = answer as unknown as { headers: Record<string, string | undefined> };
    const { statusCode } = answer as unknown as { statusCode: number };
    expect(statusCode).toBeLessThan(500);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/default-src/);
    expect(headers['referrer-policy']).toBeTruthy();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['server']).toBeUndefined();
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'|default-src 'none'; sandbox/);
    const { body } = answer as unknown as { body: string };
    const contentType = headers['content-type'] ?? '';
    if (body !== '') expect(contentType).toMatch(/^[a-z]+\/[a-z0-9.+-]+(;|$)/);
    if (/^text\/|xml/.test(contentType)) expect(contentType).toMatch(/; charset=utf-8$/i);
    if (request.url.startsWith('/api/') && statusCode < 400) expect(headers['cache-control']).toMatch(/no-store/);
  },
);
