import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const paper = 'docs/attacked.md';

const commitNow = (): string =>
  execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim() +
  (execFileSync('git', ['status', '--porcelain', '--', 'src', 'db'], { encoding: 'utf8' }) === ''
    ? ''
    : ' and changes');

/** Puts what a scanner found in the place of what it found last, with the day and the commit. */
export function keepSummary(name: string, lines: readonly string[]): void {
  const head = `Last run: ${new Date().toISOString().slice(0, 10)}, commit ${commitNow()}.`;
  const [open, close] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const text = readFileSync(paper, 'utf8');
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`${paper} has no place for ${name}`);
  const said = [head, '', ...lines, ''].join('\n');
  writeFileSync(paper, text.slice(0, from + open.length) + said + text.slice(to));
  console.info(said);
}
