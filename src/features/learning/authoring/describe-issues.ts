import type { z } from 'zod';

const itemNames: Readonly<Record<string, string>> = {
  questions: 'question',
  answers: 'answer',
  tasks: 'part',
  criteria: 'criterion',
  levels: 'level',
};

const fieldNames: Readonly<Record<string, string>> = {
  ask: 'the question',
  because: 'explanation',
  asOf: 'as of',
  asked: 'questions per attempt',
  passPercent: 'pass mark',
  asks: 'what to hand in',
};

type Issue = z.core.$ZodIssue;

/** Formats the path of an issue. `each` names the items of a top-level list. */
function formatPath(path: Issue['path'], each: string): string {
  const steps = path.map((step, at) => {
    if (typeof step !== 'number') return String(step) in itemNames ? '' : (fieldNames[String(step)] ?? String(step));
    return `${at === 0 ? each : (itemNames[String(path[at - 1])] ?? 'line')} ${step + 1}`;
  });
  const location = steps.filter((step) => step !== '').join(', ');
  return location === '' ? '' : `${location[0]?.toUpperCase()}${location.slice(1)}: `;
}

const formatUnit = (origin: string): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' items' : '';

function formatIssue(issue: Issue): string {
  if (issue.code === 'too_small') return `at least ${issue.minimum}${formatUnit(issue.origin)}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}${formatUnit(issue.origin)}`;
  if (issue.code === 'invalid_format')
    return issue.format === 'date' ? 'enter a date such as 2026-11-24' : 'invalid name';
  return issue.code === 'custom' ? issue.message : 'is missing';
}

export const describeIssues = (schema: z.ZodType, value: unknown, each = 'line'): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map((issue) => `${formatPath(issue.path, each)}${formatIssue(issue)}`);
