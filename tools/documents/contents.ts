import { readdirSync, readFileSync } from 'node:fs';
import type { Source } from '../tidy/source.ts';
import { note } from './documents.ts';

const getSection = (path: string): string => /^src\/(features\/[^/]+|[^/.]+(?=\/))/.exec(path)?.[0] ?? 'src';

/** Minimum characters of a description. A shorter first sentence is followed by the second. */
const minDescriptionLength = 40;

const toPlainText = (comment: string): string =>
  comment
    .replaceAll(/^\s*\*+ ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** First sentence of a comment, or the first two if the first is short. */
export function firstSentence(comment: string): string {
  const text = toPlainText(comment);
  const [first = '', second = ''] = text.match(/.*?[.?!](?= [A-Z'`[/0-9]|$)|.+$/g) ?? [];
  return first.length < minDescriptionLength ? first + second : first;
}

const exportPattern = /^\s*export/;
const definitionPattern = /^\s*export (?:default |async )*(?:function|const|class)/;
const functionPattern =
  /^\s*(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|const (\w+)(?::[^=]+)? = (?:async )?(?:<[^>]+>)?\()/;
const constantPattern = /^\n(?:export )?const (\w+)/;

type Declared = {
  readonly declaration?: { id?: { name?: string }; declarations?: { id: { name?: string } }[] } | null;
};

const exported = ({ nodes }: Source): string[] =>
  nodes
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((node) => {
      const { declaration } = node as unknown as Declared;
      const names = [declaration?.id?.name, ...(declaration?.declarations ?? []).map(({ id }) => id.name)];
      return names.filter((name) => name !== undefined);
    });

type Comment = Source['comments'][number];

const after = ({ text }: Source, { value, start }: Comment): string => text.slice(start + value.length + '/**/'.length);
const isDocComment = ({ value }: Comment): boolean => value.startsWith('*');
const inOneLine = ({ value }: Comment): string => toPlainText(value.slice(1));

/** Comments that describe a file: at its first export, and at its first exported function, constant or class. */
function findFileComments(source: Source): Comment[] {
  const docComments = source.comments.filter(isDocComment);
  const before = (what: RegExp) => docComments.find((one) => what.test(after(source, one)));
  return [...new Set([before(exportPattern) ?? docComments[0], before(definitionPattern)])].filter(
    (one) => one !== undefined,
  );
}

/** Description of a file. Without comments, its exported names. */
export function aboutFile(source: Source): string {
  const found = findFileComments(source);
  if (found.length > 0) return found.map(inOneLine).join(' · ');
  return exported(source)
    .map((name) => `\`${name}\``)
    .join(', ');
}

/** Descriptions of the other documented names of a file, including private ones. */
export function alsoIn(source: Source): string[] {
  const headings = findFileComments(source);
  return source.comments
    .filter((one) => isDocComment(one) && !headings.includes(one))
    .flatMap((one) => {
      const [, declared, assigned] = functionPattern.exec(after(source, one)) ?? [];
      const name = declared ?? assigned ?? constantPattern.exec(after(source, one))?.[1];
      return name ? [`\`${name}\` ${firstSentence(one.value.slice(1))}`] : [];
    });
}

export type Migration = { readonly name: string; readonly text: string };

const created = /((?:^--.*\n)*)^create (?:or replace )?function (app\.\w+)/gim;

/** Lists the database functions with their newest comment and migration. */
export function databaseFunctions(migrations: readonly Migration[], schema: string): string[] {
  const known = new Map<string, { said: string; file: string }>();
  for (const { name: file, text } of migrations)
    for (const [, comment = '', name = ''] of text.matchAll(created)) {
      const description = comment.replaceAll(/^--\s*(?:Why:)?/gm, '');
      known.set(name, { file, said: firstSentence(description) || (known.get(name)?.said ?? '') });
    }
  return [...known]
    .filter(([name]) => schema.includes(`FUNCTION ${name}(`))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { file, said }]) => `- \`${name}\` (${file}) ${said}`.trimEnd());
}

const createdTable = /((?:^--.*\n)*)^create (?:unlogged )?table ((?:auth\.)?"?\w+"?) \(/gim;
const tableInSchema = /^create table (?:public\.)?((?:auth\.)?\w+) \(\n([\s\S]*?)\n\);/gm;

/** Lists the tables with their comment, columns and first migration. */
export function databaseTables(migrations: readonly Migration[], schema: string): string[] {
  const tablesByName = new Map<string, { file: string; said: string }>();
  for (const { name: file, text } of migrations)
    for (const [, comment = '', table = ''] of text.matchAll(createdTable))
      tablesByName.set(table.replaceAll('"', ''), {
        file,
        said: firstSentence(comment.replaceAll(/^--\s*(?:Why:)?/gm, '')),
      });
  return [...schema.matchAll(tableInSchema)].map(([, table = '', body = '']) => {
    const columns = [...body.matchAll(/^ {2}"?(\w+)"? /gm)].map(([, name]) => name);
    const names = columns.filter((name) => name !== 'constraint').join(', ');
    const { file, said: description } = tablesByName.get(table) ?? {};
    if (file === undefined) throw new Error(`no migration creates the table ${table}`);
    return `- \`${table}\` (${file}) ${description} Columns: ${names}`.replace('  ', ' ');
  });
}

export const readMigrations = (): Migration[] =>
  readdirSync('db/migrations', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(`db/migrations/${name}`, 'utf8') }));

/** Reads tables and functions of the current database. */
export function readDatabase(): { readonly tables: string[]; readonly functions: string[] } {
  const [migrations, schema] = [readMigrations(), readFileSync('db/schema.sql', 'utf8')];
  return { tables: databaseTables(migrations, schema), functions: databaseFunctions(migrations, schema) };
}

/** Renders a list of all files with their descriptions, by feature. */
export function filesDocument(sources: readonly Source[]): string {
  const files = sources.filter(({ path, isTest }) => path.startsWith('src/') && !isTest);
  const places = Map.groupBy(files, ({ path }) => getSection(path));
  const parts = [...places]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, here]) => {
      const lines = here.map((source) =>
        [`- \`${source.path.slice(place.length + 1)}\` ${aboutFile(source)}`.trimEnd(), ...alsoIn(source)].join(
          '\n  - ',
        ),
      );
      return `## ${place}\n\n${lines.join('\n')}`;
    });
  return `# Contents\n\n${note('tools/documents/contents.ts')}\n\n${parts.join('\n\n')}\n`;
}

const inSchema = (what: string, lines: readonly string[]) =>
  `\n## Database: ${what} (db/schema.sql)\n\n${lines.join('\n')}\n`;

/** Renders the list of files, followed by tables and functions of the database. */
export const contentsDocument = (
  sources: readonly Source[],
  { tables, functions }: ReturnType<typeof readDatabase>,
): string => filesDocument(sources) + inSchema('tables and columns', tables) + inSchema('functions', functions);
