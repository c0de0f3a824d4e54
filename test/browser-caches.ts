type Entry = { readonly url: string; readonly answer: Response };

class OneCache {
  readonly entries = new Map<string, Entry>();
  private readonly origin: string;
  constructor(origin: string) {
    this.origin = origin;
  }
  private hrefOf = (key: string | Request) => new URL(typeof key === 'string' ? key : key.url, this.origin).href;
  readonly put = async (key: string | Request, answer: Response) => {
    const href = this.hrefOf(key);
    this.entries.set(href, { url: href, answer });
  };
  readonly match = async (key: string | Request) => this.entries.get(this.hrefOf(key))?.answer.clone();
  readonly keys = async () => [...this.entries.keys()].map((url) => ({ url }));
  readonly delete = async (key: string | Request) => this.entries.delete(this.hrefOf(key));
  readonly addAll = async (all: readonly string[]) => {
    const answers = await Promise.all(all.map((path) => fetch(new URL(path, this.origin))));
    if (answers.some(({ ok }) => !ok)) throw new TypeError('not all came');
    for (const [at, answer] of answers.entries()) await this.put(all[at] ?? '', answer);
  };
}

/** Replacement for `caches` of our origin. `all` lists the content. */
export function createBrowserCaches(origin: string) {
  const all = new Map<string, OneCache>();
  const caches = {
    open: async (name: string) => {
      const found = all.get(name) ?? new OneCache(origin);
      all.set(name, found);
      return found;
    },
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (key: string | Request, { cacheName }: { cacheName?: string } = {}) => {
      for (const [name, cache] of all) {
        const found = cacheName === undefined || cacheName === name ? await cache.match(key) : undefined;
        if (found) return found;
      }
      return undefined;
    },
  };
  return { all, caches };
}

/** Replacement for `localStorage`. */
export function createBrowserStorage(entries: Readonly<Record<string, string>> = {}) {
  const all = new Map(Object.entries(entries));
  return {
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, value: string) => void all.set(name, value),
    removeItem: (name: string) => void all.delete(name),
  };
}
