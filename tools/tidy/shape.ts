import { at, type Node, type Source } from './source.ts';

/** Rules about size, names and comments. Each returns its violations. */

const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const longest = { function: 70, view: 150, file: 300, screen: 450, line: 120, parameters: 3 };

/** Names of functions: their own, or that of the constant or property that holds them. */
function named({ nodes }: Source): Map<Node, string> {
  const found = new Map<Node, string>();
  const hold = (value: unknown, name: unknown) => {
    const node = value as Node | null;
    const word = (name as { name?: string } | null)?.name;
    if (node && word && functions.includes(node.type)) found.set(node, word);
  };
  for (const node of nodes) {
    if (functions.includes(node.type)) hold(node, node['id']);
    if (node.type === 'VariableDeclarator') hold(node['init'], node['id']);
    if (node.type === 'Property' || node.type === 'MethodDefinition') hold(node['value'], node['key']);
  }
  return found;
}

export function longFunctions(source: Source): string[] {
  const names = named(source);
  return source.nodes
    .filter(({ type }) => functions.includes(type))
    .flatMap((node) => {
      const name = names.get(node) ?? 'a function';
      const view = source.path.endsWith('.tsx') && /^[A-Z]/.test(name);
      const lines = source.text.slice(node.start, node.end).split('\n').length;
      return lines > (view ? longest.view : longest.function) ? [`${at(source, node)} ${name}: ${lines} lines`] : [];
    });
}

/** Named functions with more than three positional parameters. Callbacks are exempt, because libraries define them. */
export const manyParameters = (source: Source): string[] =>
  [...named(source)]
    .filter(([node]) => (node['params'] as unknown[]).length > longest.parameters)
    .map(([node, name]) => `${at(source, node)} ${name}: ${(node['params'] as unknown[]).length} parameters`);

/** A screen is one file that reads from top to bottom, so it may be longer. */
export const longFiles = ({ path, lines }: Source): string[] =>
  lines.length - 1 > (path.endsWith('.tsx') ? longest.screen : longest.file)
    ? [`${path}: ${lines.length - 1} lines`]
    : [];

/** Lines over 120 columns, except those with a long string literal, which cannot be broken. */
export function longLines({ path, lines, nodes }: Source): string[] {
  const texts = nodes.filter(({ type }) => type === 'Literal' || type === 'TemplateLiteral');
  let start = 0;
  return lines.flatMap((line, n) => {
    const edge = start + longest.line;
    start += line.length + 1;
    const quoted = texts.some((text) => text.start < edge && text.end > edge);
    return line.length > longest.line && !quoted ? [`${path}:${n + 1}: ${line.length} columns`] : [];
  });
}

const unfinished = new RegExp(['TO', 'DO|FIX', 'ME|XX', 'X|@ts-(ignore|nocheck|expect-error)'].join(''));

export const unfinishedComments = (source: Source): string[] =>
  source.comments.filter(({ value }) => unfinished.test(value)).map((comment) => at(source, comment));

const vague = /(^|[/-])(utils?|helpers?|common|misc)([/.-]|$)/i;
const grand = /(Service|Manager)$/;

/** Files, folders, classes and types with a vague name such as `utils`. */
export function vagueNames(source: Source): string[] {
  const declared = source.nodes
    .filter(({ type }) => /^(ClassDeclaration|TSTypeAliasDeclaration|TSInterfaceDeclaration)$/.test(type))
    .filter((node) => grand.test((node['id'] as { name?: string } | null)?.name ?? ''))
    .map((node) => `${at(source, node)} ${(node['id'] as { name: string }).name}`);
  return [...(vague.test(source.path) ? [source.path] : []), ...declared];
}

/** Files that only re-export. */
export function barrels({ path, nodes }: Source): string[] {
  const program = nodes[0];
  const body = (program?.['body'] as Node[] | undefined) ?? [];
  const passesOn = (node: Node) =>
    node.type === 'ExportAllDeclaration' || (node.type.startsWith('Export') && !!node['source']);
  const only = body.length > 0 && body.every(passesOn);
  return only || /(^|\/)index\.tsx?$/.test(path) ? [path] : [];
}
