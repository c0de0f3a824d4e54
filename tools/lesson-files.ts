import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from './route-manifest.ts';

const routes = [
  'root',
  'ui/app-frame',
  'features/accounts/agreements/screens/agreements-frame',
  'features/location/screens/location-frame',
  'features/learning/screens/lesson',
] as const;
/** Chunks that the lesson page loads on demand. */
const lazyChunks = ['practice', 'stored-queue', 'load-lesson', 'maintenance'] as const;

/** URL path of the single file that matches. Throws for none or several. */
function only(folder: string, pattern: string): string {
  const found = globSync(pattern, { cwd: folder });
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} files match ${pattern} instead of one`);
  return `/${found[0].replaceAll('\\', '/')}`;
}

/** Adds a script and its static imports to `seen`. */
function withImports(folder: string, script: string, seen: Set<string>): void {
  if (seen.has(script)) return;
  seen.add(script);
  const text = readFileSync(join(folder, script), 'utf8');
  for (const [, name] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    withImports(folder, `/assets/${name}`, seen);
}

type LessonFiles = {
  /** Route manifest of React Router. */
  readonly manifest: string;
  /** Scripts that the page loads immediately; `scripts` has the lazy ones too. */
  readonly first: readonly string[];
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
};

/** Finds the build files that a lesson needs offline. Throws when one is missing. */
export function lessonFiles(folder: string): LessonFiles {
  const {
    file: manifest,
    manifest: { entry, routes: all },
  } = readManifest(folder);
  const parts = routes.map((id) => {
    const part = all[id];
    if (!part) throw new Error(`the route ${id} does not exist`);
    return part;
  });
  const scripts = new Set<string>();
  for (const { module, imports = [] } of [entry, ...parts])
    for (const script of [module, ...imports]) withImports(folder, script, scripts);
  const first = [...scripts];
  for (const name of lazyChunks) withImports(folder, only(folder, `assets/${name}-????????.js`), scripts);
  // The entry script loads the router dynamically, because public pages do without it.
  withImports(folder, only(folder, 'assets/router-????????.js'), scripts);
  // A shared stylesheet may have a fragment (`#`), which is not part of the file name.
  const sheets = parts.flatMap(({ css = [] }) => css.map((sheet) => sheet.replace(/#.*/, '')));
  // The stylesheet of all application pages is linked by the document, not by a route.
  const styles = [...new Set([...sheets, only(folder, 'assets/styles-app-*.css')])];
  // The font is preloaded by every document.
  const fonts = [only(folder, 'assets/instrument-sans-*.woff2')];
  const files = { manifest, first, scripts: [...scripts], styles, fonts };
  const missing = [manifest, ...scripts, ...styles, ...fonts].filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0) throw new Error(`missing in the build: ${missing.join(', ')}`);
  return files;
}
