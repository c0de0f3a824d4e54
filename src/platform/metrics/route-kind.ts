/** What kind of thing a request asked for: few, and none of them says by whom or about what. */
export type RouteKind = 'command' | 'live' | 'health' | 'hook' | 'upload' | 'file' | 'asset' | 'page' | 'nothing';

const begins: readonly (readonly [beginning: string, kind: RouteKind])[] = [
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

/** The kind of a route by its pattern, as it was mounted; undefined is what no route is for. */
export function kindOf(pattern: string | undefined, method: string): RouteKind {
  if (pattern === undefined) return 'nothing';
  if (pattern === '/api/files' && method === 'PUT') return 'upload';
  const known = begins.find(([beginning]) => pattern.startsWith(beginning));
  if (known) return known[1];
  return /\.[a-z0-9]+$/i.test(pattern) ? 'asset' : 'page';
}
