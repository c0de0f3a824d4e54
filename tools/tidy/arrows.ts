import { type Import, namedFiles, type Source } from './source.ts';

/** Which room may look into which: kernel <- platform, ui <- features <- the files at the top. */

const room = (path: string): string => /^src\/(kernel|platform|ui|features)\//.exec(path)?.[1] ?? 'top';
const featureOf = (path: string): string | null => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
const isOurs = ({ from }: Import): boolean => /^(src|fakes|test|tools)\//.test(from);
/** What the browser gets. */
const isSeen = (path: string): boolean => /\/screens\/|^src\/ui\//.test(path) || path === 'src/root.tsx';
const isStore = (path: string): boolean => /(^|[/-])store\.ts$/.test(path);

/** The catalogue of refusals and the table of places stand at the top and are read everywhere but in the kernel. */
const lists: readonly string[] = [
  'src/messages.ts',
  'src/customer-messages.ts',
  'src/desk-messages.ts',
  'src/screens.ts',
];

const mayLookInto: Readonly<Record<string, readonly string[]>> = {
  kernel: ['kernel'],
  platform: ['kernel', 'platform'],
  ui: ['kernel', 'ui'],
  features: ['kernel', 'platform', 'ui', 'features'],
  top: ['kernel', 'platform', 'ui', 'features', 'top'],
};

/** The stores that others may read from, by what their README offers. */
const offered: Readonly<Record<string, readonly string[]>> = {
  'src/features/settings/store.ts': ['settingsVersion', 'settingsOf', 'currentSettings', 'settingsAt', 'inForceSince'],
  'src/features/screening/index-store.ts': ['sanctionsVersion'],
};

function objection(path: string, entry: Import): string | null {
  const { from, typeOnly, names } = entry;
  if (/^(test|tools)\//.test(from)) return 'code of the product takes nothing from tests or tools';
  if (lists.includes(from) && room(path) !== 'kernel') return null;
  if (from.startsWith('fakes/') || typeOnly) return null;
  if (!mayLookInto[room(path)]?.includes(room(from))) return `${room(path)} does not look into ${room(from)}`;
  const foreign = featureOf(from) !== null && featureOf(path) !== null && featureOf(from) !== featureOf(path);
  if (foreign && isStore(from) && !names.every((name) => offered[from]?.includes(name))) return 'a foreign store';
  if (isSeen(path) && (room(from) === 'platform' || isStore(from))) return 'a screen reaches the server';
  if (room(path) === 'features' && from.startsWith('src/ui/') && from.endsWith('x') && !isSeen(path))
    return 'a command draws';
  return null;
}

/** Imports of the product against the arrows. Types are free: they are gone when it runs. */
export function againstTheArrows({ path, imports, isTest }: Source): string[] {
  if (isTest || !path.startsWith('src/')) return [];
  const found = imports.filter(isOurs).map((entry) => ({ from: entry.from, why: objection(path, entry) }));
  const wrong = found.flatMap(({ from, why }) => (why ? [`${path} -> ${from}: ${why}`] : []));
  const node = imports.filter(({ from, typeOnly }) => isSeen(path) && from.startsWith('node:') && !typeOnly);
  return [...wrong, ...node.map(({ from }) => `${path} -> ${from}: a screen reaches the server`)];
}

/** Rings of features that need each other, each told once by its way round. */
export function rings(sources: readonly Source[]): string[] {
  const needs = new Map<string, Set<string>>();
  for (const { path, imports, isTest } of sources) {
    const of = featureOf(path);
    if (of === null || isTest || isSeen(path)) continue;
    for (const { from, typeOnly } of imports) {
      const other = featureOf(from);
      if (other && other !== of && !typeOnly) needs.set(of, (needs.get(of) ?? new Set()).add(other));
    }
  }
  const found = new Set<string>();
  const walk = (way: readonly string[]) => {
    for (const next of needs.get(way.at(-1) ?? '') ?? []) {
      if (next === way[0]) found.add([...way].sort().join(' <-> '));
      else if (!way.includes(next)) walk([...way, next]);
    }
  };
  for (const feature of needs.keys()) walk([feature]);
  return [...found];
}

/** Files that nothing reaches from where the product, a tool or a test begins. Tests alone keep nothing alive. */
export function unusedFiles(sources: readonly Source[], isStart: (path: string) => boolean): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reach = (starts: readonly string[]) => {
    const seen = new Set<string>();
    const next = [...starts];
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      const source = byPath.get(path);
      if (!source || seen.has(path)) continue;
      seen.add(path);
      next.push(...source.imports.map(({ from }) => from), ...namedFiles(source));
    }
    return seen;
  };
  const paths = [...byPath.keys()];
  const tests = paths.filter((path) => /\.(test|e2e)\.ts$/.test(path));
  const product = reach(paths.filter(isStart));
  const withTests = reach([...tests, ...product]);
  return paths.filter(
    (path) => !(/^(test|tools|fakes)\//.test(path) || tests.includes(path) ? withTests : product).has(path),
  );
}
