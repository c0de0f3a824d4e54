import { expect, test } from 'vitest';
import { classifyRoute } from './route-kind.ts';

test.each([
  ['/api/rpc/*', 'POST', 'command'],
  ['/api/live', 'GET', 'live'],
  ['/api/hooks/card/:provider', 'POST', 'hook'],
  ['/api/files', 'PUT', 'upload'],
  ['/api/uploads/:id', 'GET', 'upload'],
  ['/api/files/:id', 'GET', 'file'],
  ['/api/transactions.csv', 'GET', 'file'],
  ['/readyz', 'GET', 'health'],
  ['/assets/*', 'GET', 'asset'],
  ['/favicon.svg', 'GET', 'asset'],
  ['/*', 'GET', 'page'],
  [undefined, 'GET', 'nothing'],
])('%s requested by %s is %s', (pattern, method, kind) => expect(classifyRoute(pattern, method)).toBe(kind));
