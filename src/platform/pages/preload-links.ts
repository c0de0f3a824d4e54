import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Route = {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
type RouteManifest = { readonly routes: Readonly<Record<string, Route>> };

function getAncestors(routes: RouteManifest['routes'], route: Route): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return [...(parent ? getAncestors(routes, parent) : []), route];
}

const dedupe = (files: readonly string[]) => [...new Set(files.map((file) => file.replace(/#.*/, '')))];

/** Files of a screen, without those that every page loads. */
export type Files = { readonly styles: readonly string[]; readonly scripts: readonly string[] };

export function readRouteAssets(root: string): { readonly path: string; readonly handle: Files }[] {
  const [file] = globSync('assets/manifest-*.js', { cwd: root });
  if (!file) return [];
  const text = readFileSync(join(root, file), 'utf8');
  const page = readFileSync(join(root, '__spa-fallback.html'), 'utf8');
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as RouteManifest;
  const omitListed = (files: readonly string[]) => dedupe(files).filter((file) => !page.includes(file));
  return Object.values(routes).flatMap((route) => {
    if (!route.path || route.path === '*') return [];
    const chain = getAncestors(routes, route);
    const scripts = omitListed(chain.flatMap(({ module, imports = [] }) => [module, ...imports]));
    const styles = omitListed(chain.flatMap(({ css = [] }) => css));
    return [{ path: `/${route.path}`, handle: { styles, scripts } }];
  });
}

/** Builds preload links, which save a round trip per level of imports. Files that render the page come first. */
export const preloadLinks = ({ styles, scripts }: Files): string =>
  [
    ...styles.map((file) => `<link rel="preload" as="style" href="${file}"/>`),
    ...scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}"/>`),
  ].join('');
