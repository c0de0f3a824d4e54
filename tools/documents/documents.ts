import { appScreens, publicScreens } from '../../src/screens.ts';
import { arrows, layers } from '../tidy/arrows.ts';
import type { Source } from '../tidy/source.ts';
import { notices, reasons, refusals } from './catalogue.ts';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
/** A Markdown table. */
export const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
/** Header that names the generator. */
export const note = (writer: string): string =>
  `Written by \`node tools/run.mjs documents\` (\`${writer}\`). Change the code, not this file.`;
const ours = note('tools/documents/documents.ts');

const byFirst = ([a = '']: string[], [b = '']: string[]) => (a < b ? -1 : 1);

/** Finds the first matching file below `src`; empty without one. */
function filesOfWords(sources: readonly Source[]): (piece: RegExp) => string {
  const product = sources.filter(({ path, isTest }) => path.startsWith('src/') && !isTest);
  return (piece) => {
    const found = product.find(({ text }) => piece.test(text));
    return found ? `\`${found.path.slice('src/'.length)}\`` : '';
  };
}

/** All refusals, other messages and coded reasons. */
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

/** Every URL and the file that renders it. */
export function screensDocument(): string {
  const rows = (kind: string, screens: Readonly<Record<string, string>>) =>
    Object.entries(screens).map(([path, file]) => [`\`${path}\``, kind, `\`src/${file}\``]);
  const all = [...rows('document', publicScreens), ...rows('application', appScreens)];
  return `# Screens\n\n${ours}\n\n${table(['URL', 'kind', 'drawn by'], all)}\n`;
}

type Arrow = readonly [from: string, to: string];

/** Dependencies between features. The diagram leaves out indirect ones; the table has all. */
export function featuresDocument(sources: readonly Source[]): string {
  const down = [...arrows(sources).keys()].map((name) => name.split(' -> ') as unknown as Arrow).sort();
  const from = (feature: string) => down.filter(([start]) => start === feature).map(([, to]) => to);
  const reaches = (feature: string, to: string): boolean =>
    from(feature).some((next) => next === to || reaches(next, to));
  const short = down.filter(([feature, to]) => !from(feature).some((next) => reaches(next, to)));
  const picture = [
    'flowchart TD',
    ...layers.toReversed().map((features, n) => `  subgraph f${n}[" "]\n    ${features.join('\n    ')}\n  end`),
    ...short.map(([feature, to]) => `  ${feature} --> ${to}`),
  ].join('\n');
  const rows = layers
    .toReversed()
    .flatMap((features) => features.map((feature) => [feature, from(feature).join(', ')]));
  return `# Features\n\n${ours}\n\n\`\`\`mermaid\n${picture}\n\`\`\`\n\n${table(['feature', 'imports from'], rows)}\n`;
}
