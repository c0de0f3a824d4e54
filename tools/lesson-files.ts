import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which files of a build the screen of a lesson needs. */

/** What the screen of a lesson stands in, and the parts of it that come later. */
const routes = [
  'root',
  'ui/app-frame',
  'features/agreements/screens/agreements-frame',
  'features/location/screens/location-frame',
  'features/learning/screens/lesson',
] as const;
const later = ['practice', 'browser-post', 'load-lesson', 'tend'] as const;

type Part = { readonly module: string; readonly imports?: readonly string[]; readonly css?: readonly string[] };
type Manifest = { readonly entry: Part; readonly routes: Readonly<Record<string, Part>> };

/** The one file in the folder that has such a name. */
function only(folder: string, pattern: string): string {
  const found = globSync(pattern, { cwd: folder });
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} files are called ${pattern}, expected was one`);
  return `/${found[0].replaceAll('\\', '/')}`;
}

/** A script with all that it needs before it runs. */
function withImports(folder: string, script: string, seen: Set<string>): void {
  if (seen.has(script)) return;
  seen.add(script);
  const text = readFileSync(join(folder, script), 'utf8');
  for (const [, name] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    withImports(folder, `/assets/${name}`, seen);
}

type LessonFiles = {
  /** The framework's list of the build's files. */
  readonly manifest: string;
  /** What its page begins with: the application, and the screen. */
  readonly first: readonly string[];
  /** All scripts, those that come later too. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
};

/** Every file without which a lesson cannot be read. A name that is not there breaks the build. */
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
  // The application itself begins once the entry sees that this is none of the public pages.
  withImports(folder, only(folder, 'assets/router-????????.js'), scripts);
  // A sheet that several screens share may carry a mark behind its name, which is no part of it.
  const sheets = parts.flatMap(({ css = [] }) => css.map((sheet) => sheet.replace(/#.*/, '')));
  // What every screen of the application wears stands in its page, and in no screen's list.
  const styles = [...new Set([...sheets, only(folder, 'assets/look-app-*.css')])];
  const fonts = styles.flatMap((style) =>
    [...readFileSync(join(folder, style), 'utf8').matchAll(/url\((\/assets\/[\w.-]+\.woff2)\)/g)].flatMap(
      ([, font]) => font ?? [],
    ),
  );
  const files = { manifest, first, scripts: [...scripts], styles, fonts: [...new Set(fonts)] };
  const missing = [manifest, ...scripts, ...styles, ...fonts].filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0) throw new Error(`not built: ${missing.join(', ')}`);
  return files;
}
