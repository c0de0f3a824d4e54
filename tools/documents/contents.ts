import { readdirSync, readFileSync } from 'node:fs';
import type { Source } from '../tidy/source.ts';
import { note } from './documents.ts';

/** Where files of the product stand, as a heading: a room, or a part of the house. */
const placeOf = (path: string): string => /^src\/(features\/[^/]+|[^/.]+(?=\/))/.exec(path)?.[0] ?? 'src';

/** Shorter than this it names a thing, and the next sentence says what for. */
const fewWords = 40;

/** A comment without its stars, in one line. */
const plain = (comment: string): string =>
  comment
    .replaceAll(/^\s*\*+ ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The first sentence of a comment on what follows it, in one line; two, where the first is short. */
export function firstSentence(comment: string): string {
  const text = plain(comment);
  const [first = '', second = ''] = text.match(/.*?[.?!](?= [A-Z'`[/0-9]|$)|.+$/g) ?? [];
  return first.length < fewWords ? first + second : first;
}

/** What follows a comment: whatever is offered, something that is done here. */
const isOffered = /^\s*export/;
const isDone = /^\s*export (?:default |async )*(?:function|const|class)/;
const isFunction =
  /^\s*(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|const (\w+)(?::[^=]+)? = (?:async )?(?:<[^>]+>)?\()/;
/** Or said of a figure or a table of the file's own: a rule often hangs on one. */
const isKept = /^\n(?:export )?const (\w+)/;

type Declared = {
  readonly declaration?: { id?: { name?: string }; declarations?: { id: { name?: string } }[] } | null;
};

/** What a file offers by name, where it says nothing of itself. */
const exported = ({ nodes }: Source): string[] =>
  nodes
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((node) => {
      const { declaration } = node as unknown as Declared;
      const names = [declaration?.id?.name, ...(declaration?.declarations ?? []).map(({ id }) => id.name)];
      return names.filter((name) => name !== undefined);
    });

type Comment = Source['comments'][number];

/** What stands right after a comment. */
const after = ({ text }: Source, { value, start }: Comment): string => text.slice(start + value.length + '/**/'.length);
const isSaid = ({ value }: Comment): boolean => value.startsWith('*');
const inOneLine = ({ value }: Comment): string => plain(value.slice(1));

/** The comments that tell what a file is for: of the first thing that it offers, and of the first that it does. */
function heads(source: Source): Comment[] {
  const said = source.comments.filter(isSaid);
  const before = (what: RegExp) => said.find((one) => what.test(after(source, one)));
  return [...new Set([before(isOffered) ?? said[0], before(isDone)])].filter((one) => one !== undefined);
}

/** What a file is for, or the names that it offers where it says nothing. */
export function aboutFile(source: Source): string {
  const found = heads(source);
  if (found.length > 0) return found.map(inOneLine).join(' · ');
  return exported(source)
    .map((name) => `\`${name}\``)
    .join(', ');
}

/** What else is done in a file, by name: also what it offers to nobody, for a rule often stands there. */
export function alsoIn(source: Source): string[] {
  const told = heads(source);
  return source.comments
    .filter((one) => isSaid(one) && !told.includes(one))
    .flatMap((one) => {
      const [, declared, assigned] = isFunction.exec(after(source, one)) ?? [];
      const name = declared ?? assigned ?? isKept.exec(after(source, one))?.[1];
      return name ? [`\`${name}\` ${firstSentence(one.value.slice(1))}`] : [];
    });
}

/** A migration, as the database reads it. */
export type Migration = { readonly name: string; readonly text: string };

const created = /((?:^--.*\n)*)^create (?:or replace )?function (app\.\w+)/gim;

/** What each function of the database does, by the newest comment on it, and the migration that made it what it is. */
export function databaseFunctions(migrations: readonly Migration[], schema: string): string[] {
  const known = new Map<string, { said: string; file: string }>();
  for (const { name: file, text } of migrations)
    for (const [, comment = '', name = ''] of text.matchAll(created)) {
      const said = comment.replaceAll(/^--\s*(?:Why:)?/gm, '');
      known.set(name, { file, said: firstSentence(said) || (known.get(name)?.said ?? '') });
    }
  return [...known]
    .filter(([name]) => schema.includes(`FUNCTION ${name}(`))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { file, said }]) => `- \`${name}\` (${file}) ${said}`.trimEnd());
}

const createdTable = /((?:^--.*\n)*)^create (?:unlogged )?table ((?:auth\.)?"?\w+"?) \(/gim;
const standing = /^create table (?:public\.)?((?:auth\.)?\w+) \(\n([\s\S]*?)\n\);/gm;

/** What each table is for, by the comment above it where there is one, its columns, and the migration that began it. */
export function databaseTables(migrations: readonly Migration[], schema: string): string[] {
  const begun = new Map<string, { file: string; said: string }>();
  for (const { name: file, text } of migrations)
    for (const [, comment = '', table = ''] of text.matchAll(createdTable))
      begun.set(table.replaceAll('"', ''), { file, said: firstSentence(comment.replaceAll(/^--\s*(?:Why:)?/gm, '')) });
  return [...schema.matchAll(standing)].map(([, table = '', body = '']) => {
    const columns = [...body.matchAll(/^ {2}"?(\w+)"? /gm)].map(([, name]) => name);
    const names = columns.filter((name) => name !== 'constraint').join(', ');
    const { file, said } = begun.get(table) ?? {};
    if (file === undefined) throw new Error(`no migration begins the table ${table}`);
    return `- \`${table}\` (${file}) ${said} Columns: ${names}`.replace('  ', ' ');
  });
}

/** All of them, the oldest first. */
export const readMigrations = (): Migration[] =>
  readdirSync('db/migrations')
    .sort()
    .map((name) => ({ name, text: readFileSync(`db/migrations/${name}`, 'utf8') }));

/** The database as it stands, in two lists. */
export function readDatabase(): { readonly tables: string[]; readonly functions: string[] } {
  const [migrations, schema] = [readMigrations(), readFileSync('db/schema.sql', 'utf8')];
  return { tables: databaseTables(migrations, schema), functions: databaseFunctions(migrations, schema) };
}

/** Every file of the product with what it is for, room by room: to be searched for a word, or read through. */
export function filesDocument(sources: readonly Source[]): string {
  const files = sources.filter(({ path, isTest }) => path.startsWith('src/') && !isTest);
  const places = Map.groupBy(files, ({ path }) => placeOf(path));
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
  `\n## db: ${what}, all in schema.sql\n\n${lines.join('\n')}\n`;

/** The same, and what the database itself keeps and decides. */
export const contentsDocument = (
  sources: readonly Source[],
  { tables, functions }: ReturnType<typeof readDatabase>,
): string =>
  filesDocument(sources) +
  inSchema('tables of the database and their columns', tables) +
  inSchema('functions of the database', functions);
