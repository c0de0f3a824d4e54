import type { Services } from '../http/procedure.ts';

type CachedValue<T> = { readonly expiresAt: number; readonly value: Promise<T> };

/** Caches a read for `ttlMs`. Concurrent callers share one read. Caches no failures. Use few different keys. */
export function cachedRead<T, Key = void>(ttlMs: number, read: (services: Services, key: Key) => Promise<T>) {
  const caches = new WeakMap<Services, Map<string, CachedValue<T>>>();
  return (services: Services, key: Key): Promise<T> => {
    const cache = caches.get(services) ?? new Map<string, CachedValue<T>>();
    caches.set(services, cache);
    const cacheKey = JSON.stringify(key ?? null);
    const cached = cache.get(cacheKey);
    if (cached && cached.expiresAt > performance.now()) return cached.value;
    const value = read(services, key);
    cache.set(cacheKey, { expiresAt: performance.now() + ttlMs, value });
    value.catch(() => cache.delete(cacheKey));
    return value;
  };
}
