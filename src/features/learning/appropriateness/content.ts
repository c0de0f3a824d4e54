import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { LessonHead, Question } from '../course-schema.ts';
import { type Block, parseLesson } from '../lesson-text.ts';

/** Raise `number` when the required knowledge changes: customers who never ordered must then pass again. */
const Questions = z
  .strictObject({
    number: z.number().int().min(1),
    asked: z.number().int().min(3).max(6),
    enough: z.number().int().min(1),
    questions: z.array(Question),
  })
  .refine(({ asked, enough }) => enough <= asked, '`enough` is greater than `asked`')
  .refine(
    ({ asked, questions }) => questions.length >= asked * 2,
    'At least twice as many questions as `asked` are needed',
  );

export type Basics = z.infer<typeof LessonHead> &
  z.infer<typeof Questions> & { readonly blocks: readonly Block[]; readonly digest: string };

/** Reads and checks the lesson. Throws an error with the file and line. */
export function readBasics(folder: string): Basics {
  const [markdown, questions] = ['text.md', 'questions.json'].map((name) => {
    const file = join(folder, name);
    if (!existsSync(file)) throw new Error(`${file} is not there`);
    return readFileSync(file, 'utf8');
  });
  const [, top = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(markdown ?? '') ?? [];
  const { blocks, faults } = parseLesson(body);
  if (faults.length > 0) throw new Error(`${folder}: ${faults.map(({ line, text }) => `${line}: ${text}`).join('; ')}`);
  const digest = createHash('sha256').update(`${markdown}\n${questions}`).digest('hex');
  return { ...LessonHead.parse(parse(top)), ...Questions.parse(JSON.parse(questions ?? '')), blocks, digest };
}

let read: Basics | null = null;

/** Returns the lesson, read once per process from the working directory. */
export function basics(): Basics {
  read ??= readBasics(join('courses', 'before-first-order'));
  return read;
}
