import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One route of the build, as the framework lists it: its own script, what that imports, and its sheets. */
type Route = {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
type Listed = { readonly routes: Readonly<Record<string, Route>> };

/** A route and whatever it stands in, the outermost first. */
function standsIn(routes: Listed['routes'], route: Route): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return [...(parent ? standsIn(routes, parent) : []), route];
}

const plain = (files: readonly string[]) => [...new Set(files.map((each) => each.replace(/#.*/, '')))];

/** What a screen begins with, beyond what every page of the application names. */
export type Files = { readonly styles: readonly string[]; readonly scripts: readonly string[] };

/** What each screen of the application begins with by the pattern of its address, out of the build's own list. */
export function firstFilesIn(root: string): { readonly path: string; readonly handle: Files }[] {
  const [file] = globSync('assets/manifest-*.js', { cwd: root });
  if (!file) return [];
  const text = readFileSync(join(root, file), 'utf8');
  const page = readFileSync(join(root, '__spa-fallback.html'), 'utf8');
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Listed;
  const lacking = (files: readonly string[]) => plain(files).filter((each) => !page.includes(each));
  return Object.values(routes).flatMap((route) => {
    if (!route.path || route.path === '*') return [];
    const all = standsIn(routes, route);
    const scripts = lacking(all.flatMap(({ module, imports = [] }) => [module, ...imports]));
    const styles = lacking(all.flatMap(({ css = [] }) => css));
    return [{ path: `/${route.path}`, handle: { styles, scripts } }];
  });
}

/**
 * The same as it stands in the head of a page. A browser that is told with the page asks for all of it at once, instead
 * of finding it out a step at a time: on a slow line each step is a wait of its own. What draws the page goes first.
 */
export const linksTo = ({ styles, scripts }: Files): string =>
  [
    ...styles.map((each) => `<link rel="preload" as="style" href="${each}"/>`),
    ...scripts.map((each) => `<link rel="modulepreload" fetchpriority="low" href="${each}"/>`),
  ].join('');
