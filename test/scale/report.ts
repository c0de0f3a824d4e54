import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, getPriority, loadavg } from 'node:os';

/** What a scenario is told and what it found, printed as it comes and kept for docs/scale.md. */
export type Report = ReturnType<typeof openReport>;

/** Where the reports stand. */
export const paper = 'docs/scale.md';

const commit = () => spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
const isChanged = () => spawnSync('git', ['diff', '--quiet', 'HEAD', '--', 'src', 'db', 'ops']).status !== 0;
const load = () => loadavg()[0]?.toFixed(1);

/** A report that begins with when, of what, and beside what it was measured. */
export function openReport(name: string) {
  const lines: string[] = [];
  let failed = 0;
  const write = (line: string) => {
    lines.push(line);
    console.info(line);
  };
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  write(`${name}, ${at} UTC, commit ${commit()}${isChanged() ? ' and changes' : ''}`);
  write(`${availableParallelism()} cores, load ${load()} before it began, niceness ${getPriority()}`);
  return {
    /** A figure, or what is done. */
    say: (text: string) => write(`       ${text}`),
    /** One of the bars: what is asked, and what was found. */
    bar: (holds: boolean, asked: string, found: string | number) => {
      if (!holds) failed += 1;
      write(`${holds ? 'ok    ' : 'FAILED'} ${asked}: ${found}`);
    },
    /** Ends it, and lays it into its section of the paper where that is wished. How many bars were missed. */
    end: (keep: boolean) => {
      write(`load ${load()} when it was over`);
      if (keep) keepReport(name, lines);
      return failed;
    },
  };
}

/** The section of a scenario: its heading, words, and what it printed last. */
export const sectionOf = (text: string, name: string): string | undefined =>
  text.split(/^(?=## )/m).find((section) => section.startsWith(`## ${name}\n`));

const printed = /^```text\n[\s\S]*?^```$/m;

function keepReport(name: string, lines: readonly string[]): void {
  const text = readFileSync(paper, 'utf8');
  const section = sectionOf(text, name);
  if (!section || !printed.test(section)) throw new Error(`${paper} has no section "${name}" with a block of text`);
  const block = `\`\`\`text\n${lines.join('\n')}\n\`\`\``;
  writeFileSync(
    paper,
    text.replace(section, () => section.replace(printed, () => block)),
  );
}

/** The figure below which this part of all lies. */
export function quantile(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
export const median = (figures: readonly number[]): number => quantile(figures, 0.5);

/** Milliseconds, as seconds with one place. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
