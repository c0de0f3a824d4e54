import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Part = { readonly module: string; readonly imports?: readonly string[]; readonly css?: readonly string[] };
type Manifest = { readonly entry: Part; readonly routes: Readonly<Record<string, Part>> };

function readText(folder: string) {
  const [file, ...others] = globSync('assets/manifest-*.js', { cwd: folder });
  if (!file || others.length > 0) throw new Error(`the build has no single route manifest: ${[file, ...others]}`);
  const text = readFileSync(join(folder, file), 'utf8');
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1];
  return { file, text, start, end, manifest: JSON.parse(text.slice(start, end)) as Manifest };
}

/** Reads the route manifest of React Router, which lists the files of each route. `file` is its URL path. */
export function readManifest(folder: string): { readonly file: string; readonly manifest: Manifest } {
  const { file, manifest } = readText(folder);
  return { file: `/${file}`, manifest };
}

/**
 * Removes from each route the files that the root has loaded, and sorts the others, which compresses better. Every page
 * loads the manifest. Rewrites its file.
 */
export function trimManifest(folder: string): void {
  const { file, text, start, end, manifest } = readText(folder);
  const { root } = manifest.routes;
  if (!root?.imports) throw new Error('the route manifest has an unexpected structure');
  const loaded = new Set(root.imports);
  const routes = Object.entries(manifest.routes).map(([id, route]) => {
    const imports = route.imports?.filter((script) => !loaded.has(script)).sort();
    return [id, id === 'root' ? route : { ...route, imports }];
  });
  const trimmed = JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) });
  writeFileSync(join(folder, file), text.slice(0, start) + trimmed + text.slice(end));
}
