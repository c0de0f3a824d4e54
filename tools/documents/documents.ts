import { appScreens, publicScreens } from '../../src/screens.ts';
import { arrows, floors } from '../tidy/arrows.ts';
import type { Source } from '../tidy/source.ts';
import { notices, reasons, refusals } from './catalogue.ts';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
/** A table as Markdown writes it. */
export const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
/** What stands at the head of each of them: which file writes it. */
export const note = (writer: string): string =>
  `Written by \`node tools/run.mjs documents\` (\`${writer}\`). Change the code, not this file.`;
const ours = note('tools/documents/documents.ts');

const byFirst = ([a = '']: string[], [b = '']: string[]) => (a < b ? -1 : 1);

/** Finds the first file of the product that has something like this, below `src`; nothing where none does. */
function filesOfWords(sources: readonly Source[]): (piece: RegExp) => string {
  const product = sources.filter(({ path, isTest }) => path.startsWith('src/') && !isTest);
  return (piece) => {
    const found = product.find(({ text }) => piece.test(text));
    return found ? `\`${found.path.slice('src/'.length)}\`` : '';
  };
}

/** Every sentence with which the product says no, all else that it says as a consequence, and the reasons it gives. */
export function messagesDocument(sources: readonly Source[]): string {
  const fileOf = filesOfWords(sources);
  const refused = Object.entries(refusals).map(([code, { status, title, field, text }]) => [
    `\`${code}\``,
    String(status),
    field ? `at the field \`${field}\`` : `toast '${title ?? ''}'`,
    text,
    fileOf(new RegExp(`'${code}':`)),
  ]);
  const said = notices.map(({ name, head, texts }) => {
    const [, constant = ''] = name.split('.');
    return [`\`${name}\``, head, texts.join(' / '), fileOf(new RegExp(`export const ${constant}\\b`))];
  });
  const given = reasons.map((each) => [each.of, `\`${each.code}\``, each.customer ?? '', each.staff]);
  return [
    `# Messages\n\n${ours}`,
    table(['code', 'status', 'where', 'text', 'file'], refused.sort(byFirst)),
    `## Notices, statuses and letters\n\n${table(['name', 'title', 'text', 'file'], said.sort(byFirst))}`,
    `## Reasons\n\n${table(['of', 'code', 'to the customer', 'to staff'], given)}\n`,
  ].join('\n\n');
}

/** Every URL of the product and the file that draws it. */
export function screensDocument(): string {
  const rows = (kind: string, screens: Readonly<Record<string, string>>) =>
    Object.entries(screens).map(([path, file]) => [`\`${path}\``, kind, `\`src/${file}\``]);
  const all = [...rows('document', publicScreens), ...rows('application', appScreens)];
  return `# Screens\n\n${ours}\n\n${table(['URL', 'kind', 'drawn by'], all)}\n`;
}

type Arrow = readonly [from: string, to: string];

/** Every arrow between rooms; all go down. A picture with those that no way round says already, a table with all. */
export function roomsDocument(sources: readonly Source[]): string {
  const down = [...arrows(sources).keys()].map((name) => name.split(' -> ') as unknown as Arrow).sort();
  const from = (room: string) => down.filter(([start]) => start === room).map(([, to]) => to);
  const reaches = (room: string, to: string): boolean => from(room).some((next) => next === to || reaches(next, to));
  const short = down.filter(([room, to]) => !from(room).some((next) => reaches(next, to)));
  const picture = [
    'flowchart TD',
    ...floors.toReversed().map((rooms, n) => `  subgraph f${n}[" "]\n    ${rooms.join('\n    ')}\n  end`),
    ...short.map(([room, to]) => `  ${room} --> ${to}`),
  ].join('\n');
  const rows = floors.toReversed().flatMap((rooms) => rooms.map((room) => [room, from(room).join(', ')]));
  return `# Rooms\n\n${ours}\n\n\`\`\`mermaid\n${picture}\n\`\`\`\n\n${table(['room', 'looks into'], rows)}\n`;
}
