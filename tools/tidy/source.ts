import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** A node of a syntax tree, loosely typed. */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [name: string]: unknown;
};

export type Import = { readonly from: string; readonly names: readonly string[]; readonly typeOnly: boolean };

/** One source file, read and parsed once. */
export type Source = {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly nodes: readonly Node[];
  readonly comments: readonly { value: string; start: number }[];
  /** Imports of repository files, by path from the root. */
  readonly imports: readonly Import[];
  readonly isTest: boolean;
};

const code = 'src/**/*.{ts,tsx} fakes/**/*.ts test/**/*.ts lab/**/*.ts tools/**/*.{ts,tsx,mjs} *.ts'.split(' ');

export function readSources(): readonly Source[] {
  const paths = code.flatMap((pattern) => globSync(pattern)).map((path) => path.replaceAll('\\', '/'));
  return [...new Set(paths)]
    .filter((path) => !path.endsWith('.d.ts'))
    .sort()
    .map(readSource);
}

export function sourceOf(path: string, text: string): Source {
  const { program, comments } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  const nodes = [...everyNode(program as unknown as Node)];
  const isTest = /\.(test|e2e)\.ts$/.test(path) || /^(test|lab)\//.test(path);
  const imports = nodes.flatMap((node) => importOf(node, path));
  return { path, text, lines: text.split('\n'), nodes, comments: comments ?? [], imports, isTest };
}

const readSource = (path: string): Source => sourceOf(path, readFileSync(path, 'utf8'));

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* everyNode(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const entry of value) if (isNode(entry)) yield* everyNode(entry);
    if (isNode(value)) yield* everyNode(value);
  }
}

const importing = 'ImportDeclaration ExportNamedDeclaration ExportAllDeclaration ImportExpression TSImportType'.split(
  ' ',
);

function importOf(node: Node, path: string): Import[] {
  const from = (node['source'] as { value?: unknown } | null)?.value;
  if (!importing.includes(node.type) || typeof from !== 'string') return [];
  const specifiers = (node['specifiers'] as Node[] | undefined) ?? [];
  const importedName = (entry: Node) => entry['imported'] ?? (entry.type === 'ExportSpecifier' ? entry['local'] : null);
  const names = specifiers.map((entry) => String((importedName(entry) as { name?: string } | null)?.name ?? '*'));
  const typed = (entry: Node) => entry['importKind'] === 'type' || entry['exportKind'] === 'type';
  const typeOnly = node.type === 'TSImportType' || typed(node) || (specifiers.length > 0 && specifiers.every(typed));
  // `?script` imports the file as text (tools/inline-scripts.ts).
  const file = from.replace(/\?script$/, '');
  return [{ from: file.startsWith('.') ? normalize(join(dirname(path), file)) : file, names, typeOnly }];
}

/** Line number of an offset, starting at 1. */
export const lineAt = ({ text }: Source, offset: number): number => text.slice(0, offset).split('\n').length;
export const at = (source: Source, node: { start: number }): string => `${source.path}:${lineAt(source, node.start)}`;

/** Files that are named in string literals, for example in the URL table. */
export function namedFiles({ path, nodes }: Source): string[] {
  const words = nodes.map((node) => (node.type === 'Literal' ? node['value'] : null));
  return words
    .filter((word): word is string => typeof word === 'string' && /\.(tsx?|mjs)$/.test(word))
    .flatMap((word) => [join(dirname(path), word), word, join('src', word), join('tools', word)].map(normalize))
    .filter((word) => existsSync(word));
}
