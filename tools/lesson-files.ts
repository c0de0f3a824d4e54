import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Finds the build files that a lesson needs offline. */

/** Chunks of the lesson page, including lazy ones. */
const routes = [
  'root',
  'ui/app-frame',
  'features/agreements/screens/agreements-frame',
  'features/location/screens/location-frame',
  'features/learning/screens/lesson',
] as const;
const later = ['practice', 'stored-queue', 'load-lesson', 'maintenance'] as const;

type Part = { readonly module: string; readonly imports?: readonly string[]; readonly css?: readonly string[] };
type Manifest = { readonly entry: Part; readonly routes: Readonly<Record<string, Part>> };

/** The only file with this name. */
function only(folder: string, pattern: string): string {
  const found = globSync(pattern, { cwd: folder });
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} files are called ${pattern}, expected was one`);
  return `/${found[0].replaceAll('\\', '/')}`;
}

/** A script with its static imports. */
function withImports(folder: string, script: string, seen: Set<string>): void {
  if (seen.has(script)) return;
  seen.add(script);
  const text = readFileSync(join(folder, script), 'utf8');
  for (const [, name] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    withImports(folder, `/assets/${name}`, seen);
}

type LessonFiles = {
  /** Manifest of the framework. */
  readonly manifest: string;
  /** Entry points of its page. */
  readonly first: readonly string[];
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
};

/** Files required to read a lesson offline. A missing name fails the build. */
export function lessonFiles(folder: string): LessonFiles {
  const manifest = only(folder, 'assets/manifest-*.js');
  const written = readFileSync(join(folder, manifest), 'utf8');
  const { entry, routes: all } = JSON.parse(
    written.slice(written.indexOf('{'), written.lastIndexOf('}') + 1),
  ) as Manifest;
  const parts = routes.map((id) => {
    const part = all[id];
    if (!part) throw new Error(`no screen is called ${id}`);
    return part;
  });
  const scripts = new Set<string>();
  for (const { module, imports = [] } of [entry, ...parts])
    for (const script of [module, ...imports]) withImports(folder, script, scripts);
  const first = [...scripts];
  for (const name of later) withImports(folder, only(folder, `assets/${name}-????????.js`), scripts);
  // The application loads lazily after the entry has excluded the public pages.
  withImports(folder, only(folder, 'assets/router-????????.js'), scripts);
  // Shared stylesheets may have a query, which is not part of the file name.
  const sheets = parts.flatMap(({ css = [] }) => css.map((sheet) => sheet.replace(/#.*/, '')));
  // Stylesheets of all application pages are in the page, not in a route's list.
  const styles = [...new Set([...sheets, only(folder, 'assets/styles-app-*.css')])];
  // The font is preloaded by every page, not by a stylesheet.
  const fonts = [only(folder, 'assets/instrument-sans-*.woff2')];
  const files = { manifest, first, scripts: [...scripts], styles, fonts };
  const missing = [manifest, ...scripts, ...styles, ...fonts].filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0) throw new Error(`not built: ${missing.join(', ')}`);
  return files;
}
