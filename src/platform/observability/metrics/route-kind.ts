export type RouteKind = 'command' | 'live' | 'health' | 'hook' | 'upload' | 'file' | 'asset' | 'page' | 'nothing';

const prefixes: readonly (readonly [beginning: string, kind: RouteKind])[] = [
  ['/api/rpc/', 'command'],
  ['/api/partner/v1/', 'command'],
  ['/api/live', 'live'],
  ['/api/hooks/', 'hook'],
  ['/api/uploads/', 'upload'],
  ['/api/', 'file'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
  ['/assets/', 'asset'],
];

export function classifyRoute(pattern: string | undefined, method: string): RouteKind {
  if (pattern === undefined) return 'nothing';
  if (pattern === '/api/files' && method === 'PUT') return 'upload';
  const match = prefixes.find(([prefix]) => pattern.startsWith(prefix));
  if (match) return match[1];
  return /\.[a-z0-9]+$/i.test(pattern) ? 'asset' : 'page';
}
