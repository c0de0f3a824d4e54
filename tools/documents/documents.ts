import type { Message } from '../../src/customer-messages.ts';
import { type Code, messages } from '../../src/messages.ts';
import { appScreens, publicScreens } from '../../src/screens.ts';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
const note = 'Written by `node tools/run.mjs documents`. Change the code, not this file.';

/** Every sentence with which the product says no, by feature. */
export function messagesDocument(): string {
  const lines = (Object.entries(messages) as [Code, Message][]).sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = lines.map(([code, { status, title, field, text }]) => [
    `\`${code}\``,
    String(status),
    field ? `at the field \`${field}\`` : `toast '${title ?? ''}'`,
    text,
  ]);
  return `# Messages\n\n${note}\n\n${table(['code', 'status', 'where', 'text'], rows)}\n`;
}

/** Every URL of the product and the file that draws it. */
export function screensDocument(): string {
  const rows = (kind: string, screens: Readonly<Record<string, string>>) =>
    Object.entries(screens).map(([path, file]) => [`\`${path}\``, kind, `\`src/${file}\``]);
  const all = [...rows('document', publicScreens), ...rows('application', appScreens)];
  return `# Screens\n\n${note}\n\n${table(['URL', 'kind', 'drawn by'], all)}\n`;
}
