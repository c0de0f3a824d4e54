import type { Node, Source } from './source.ts';

/** A step of a walk: file, called name and depth. */
type Step = { readonly path: string; readonly names: readonly string[]; readonly depth: number };
export type Walk = { readonly name: string; readonly most: number; readonly steps: readonly Step[] };

const heading = /^\*\*(.+)\*\* \((\d+) files at most\)$/;
const line = /^( *)- `(src\/[^`]+)` (\w+(?:, \w+)*)/;

/** Walks of a document: a heading with the maximum number of files, and a nested list. */
export function walksIn(page: string): Walk[] {
  const walks: { name: string; most: number; steps: Step[] }[] = [];
  for (const text of page.split('\n')) {
    const [, name, most] = heading.exec(text) ?? [];
    if (name) walks.push({ name, most: Number(most), steps: [] });
    const [, indent, path, names] = line.exec(text) ?? [];
    if (path && names) walks.at(-1)?.steps.push({ path, names: names.split(', '), depth: (indent ?? '').length / 2 });
  }
  return walks;
}

/** True when a file uses a name beyond its import. */
function says({ nodes }: Source, name: string): boolean {
  const imports = nodes.filter(({ type }) => type === 'ImportDeclaration');
  const inside = (node: Node) => imports.some(({ start, end }) => node.start >= start && node.end <= end);
  const isName = (node: Node) => /^(JSX)?Identifier$/.test(node.type) && node['name'] === name;
  return nodes.some((node) => isName(node) && !inside(node));
}

/** True when one file calls a name of another: imported, or a command by its path over HTTP. */
const calls = (from: Source, { path }: Step, name: string): boolean =>
  says(from, name) &&
  (path.endsWith('/api.ts') || from.imports.some((entry) => entry.from === path && entry.names.includes(name)));

/** Broken steps of a walk: calls that do not exist, too many files, or a file visited often. */
export function missteps({ name, most, steps }: Walk, sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const above: Step[] = [];
  const wrong = steps.flatMap((step) => {
    above.length = step.depth;
    const from = byPath.get(above.at(-1)?.path ?? '');
    above.push(step);
    const here = byPath.get(step.path);
    return step.names
      .filter((called) => !here || !says(here, called) || (from ? !calls(from, step, called) : step.depth > 0))
      .map((called) => `${name}: ${from?.path ?? 'nothing'} does not call ${called} of ${step.path}`);
  });
  const paths = steps.map(({ path }) => path);
  const files = new Set(paths);
  const often = [...files].filter((path) => paths.filter((other) => other === path).length > 2);
  return [
    ...wrong,
    ...(files.size > most ? [`${name}: ${files.size} files`] : []),
    ...often.map((path) => `${name}: ${path} is visited more than twice`),
  ];
}
