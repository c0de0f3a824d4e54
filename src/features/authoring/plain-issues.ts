import type { z } from 'zod';

/** What of a list one thing is, to be counted: 'Question 2, answer 1'. */
const counted: Readonly<Record<string, string>> = {
  questions: 'question',
  answers: 'answer',
  tasks: 'part',
  criteria: 'point',
  levels: 'level',
};

/** What a field is called on the page. */
const called: Readonly<Record<string, string>> = {
  ask: 'the question',
  because: 'why',
  asOf: 'as of',
  asked: 'questions asked',
  passPercent: 'pass mark',
  asks: 'what to hand in',
};

type Issue = z.core.$ZodIssue;

/** Where something is wrong, as one finds it on the page; `each` is what a list itself is made of. */
function placeOf(path: Issue['path'], each: string): string {
  const steps = path.map((step, at) => {
    if (typeof step !== 'number') return String(step) in counted ? '' : (called[String(step)] ?? String(step));
    return `${at === 0 ? each : (counted[String(path[at - 1])] ?? 'line')} ${step + 1}`;
  });
  const place = steps.filter((step) => step !== '').join(', ');
  return place === '' ? '' : `${place[0]?.toUpperCase()}${place.slice(1)}: `;
}

const things = (origin: string): string => (origin === 'string' ? ' letters' : origin === 'array' ? ' of them' : '');

function wordsOf(issue: Issue): string {
  if (issue.code === 'too_small') return `at least ${issue.minimum}${things(issue.origin)}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}${things(issue.origin)}`;
  if (issue.code === 'invalid_format')
    return issue.format === 'date' ? 'a day, such as 2026-11-24' : 'not a sound name';
  return issue.code === 'custom' ? issue.message : 'is missing';
}

/** What a schema says of something that was written, in words for whoever wrote it. */
export const plainIssues = (schema: z.ZodType, value: unknown, each = 'line'): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map((issue) => `${placeOf(issue.path, each)}${wordsOf(issue)}`);
