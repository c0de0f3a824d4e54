import type { Node, Source } from './source.ts';

/** A step of a code walk: a file, the called names, and the nesting depth in the list. */
type Step = { readonly path: string; readonly names: readonly string[]; readonly depth: number };
export type Walk = { readonly name: string; readonly most: number; readonly steps: readonly Step[] };

const heading = /^\*\*(.+)\*\* \((\d+) files at most\)$/;
const line = /^( *)- `(src\/[^`]+)` (\w+(?:, \w+)*)/;

/** Code walks in a document. Each has a heading with its maximum number of files, and a nested list of steps. */
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

/** True when a file uses a name outside its imports. */
function usesName({ nodes }: Source, name: string): boolean {
  const imports = nodes.filter(({ type }) => type === 'ImportDeclaration');
  const inside = (node: Node) => imports.some(({ start, end }) => node.start >= start && node.end <= end);
  const isName = (node: Node) => /^(JSX)?Identifier$/.test(node.type) && node['name'] === name;
  return nodes.some((node) => isName(node) && !inside(node));
}

/** True when one file calls a name of another, by import or, for a command, by its HTTP path. */
const calls = (from: Source, { path }: Step, name: string): boolean =>
  usesName(from, name) &&
  (path.endsWith('/api.ts') || from.imports.some((entry) => entry.from === path && entry.names.includes(name)));

/** Faults of a walk: a step that does not call the next, too many files, or a file visited more than twice. */
export function missteps({ name, most, steps }: Walk, sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const above: Step[] = [];
  const wrong = steps.flatMap((step) => {
    above.length = step.depth;
    const from = byPath.get(above.at(-1)?.path ?? '');
    above.push(step);
    const current = byPath.get(step.path);
    return step.names
      .filter(
        (called) => !current || !usesName(current, called) || (from ? !calls(from, step, called) : step.depth > 0),
      )
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
