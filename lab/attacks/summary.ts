import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const reportFile = 'docs/security/scanners.md';

const commitNow = (): string =>
  execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim() +
  (execFileSync('git', ['status', '--porcelain', '--', 'src', 'db'], { encoding: 'utf8' }) === ''
    ? ''
    : ' and changes');

export function storeSummary(name: string, lines: readonly string[]): void {
  const head = `Last run: ${new Date().toISOString().slice(0, 10)}, commit ${commitNow()}.`;
  const [open, close] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const text = readFileSync(reportFile, 'utf8');
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`${reportFile} has no section for ${name}`);
  const summary = [head, '', ...lines, ''].join('\n');
  writeFileSync(reportFile, text.slice(0, from + open.length) + summary + text.slice(to));
  console.info(summary);
}
