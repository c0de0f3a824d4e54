import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, getPriority, loadavg } from 'node:os';

export type Report = ReturnType<typeof openReport>;

export const reportFile = 'docs/operations/scale.md';

const commit = () => spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
const isChanged = () => spawnSync('git', ['diff', '--quiet', 'HEAD', '--', 'src', 'db', 'ops']).status !== 0;
const load = () => loadavg()[0]?.toFixed(1);

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
    print: (text: string) => write(`       ${text}`),
    /** Prints a requirement with the measured value, and whether it holds. */
    check: (holds: boolean, requirement: string, found: string | number) => {
      if (!holds) failed += 1;
      write(`${holds ? 'ok    ' : 'FAILED'} ${requirement}: ${found}`);
    },
    /** Prints the result and writes the report file when `store` is true. Returns the number of failed requirements. */
    end: (store: boolean) => {
      write(`load ${load()} when it was over`);
      if (store) storeReport(name, lines);
      return failed;
    },
  };
}

export const findSection = (text: string, name: string): string | undefined =>
  text.split(/^(?=## )/m).find((section) => section.startsWith(`## ${name}\n`));

const printed = /^```text\n[\s\S]*?^```$/m;

function storeReport(name: string, lines: readonly string[]): void {
  const text = readFileSync(reportFile, 'utf8');
  const section = findSection(text, name);
  if (!section || !printed.test(section))
    throw new Error(`${reportFile} has no section "${name}" with a block of text`);
  const block = `\`\`\`text\n${lines.join('\n')}\n\`\`\``;
  writeFileSync(
    reportFile,
    text.replace(section, () => section.replace(printed, () => block)),
  );
}

export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
export const median = (figures: readonly number[]): number => quantile(figures, 0.5);

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
