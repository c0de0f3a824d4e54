import type { ChangeEvent } from 'react';
import type { Draft } from '../draft.ts';
import type { Question, Section, Unit } from './data.ts';

type Named = { readonly id: string };

/** An id that nothing else has: progress is kept by it, so it stays whatever the thing is called. */
export const newId = (kind: string): string => `${kind}-${crypto.randomUUID().slice(0, 8)}`;

/** A list with one of its things changed; the others stay the very same, so that a save knows what was written on. */
export const put = <T extends Named>(list: readonly T[], id: string, changed: Partial<NoInfer<T>>): T[] =>
  list.map((one) => (one.id === id ? { ...one, ...changed } : one));

export const without = <T extends Named>(list: readonly T[], id: string): T[] => list.filter((one) => one.id !== id);

/** A list with one of its things a place further up (-1) or down (1); the same at its ends. */
export function moved<T extends Named>(list: readonly T[], id: string, by: -1 | 1): T[] {
  const next = [...list];
  const at = next.findIndex((one) => one.id === id);
  const [one, other] = [next[at], next[at + by]];
  if (one && other) [next[at], next[at + by]] = [other, one];
  return next;
}

export const putSection = (draft: Draft, id: string, changed: Partial<Section>): Draft => ({
  ...draft,
  sections: put(draft.sections, id, changed),
});

/** Changes a lesson, wherever it stands. */
export const putUnit = (draft: Draft, id: string, changed: Partial<Unit>): Draft => ({
  ...draft,
  sections: draft.sections.map((section) =>
    section.units.some((unit) => unit.id === id) ? { ...section, units: put(section.units, id, changed) } : section,
  ),
});

const answer = (right: boolean) => ({ text: '', right, because: '' });
export const newQuestion = (): Question => ({ id: newId('question'), ask: '', answers: [answer(true), answer(false)] });
export const newUnit = (): Unit => ({
  ...{ id: newId('lesson'), title: '', aim: '', minutes: 5, markdown: '', checks: [] },
});
export const newSection = (): Section => ({
  ...{ id: newId('section'), title: '', about: '', opensOn: '', units: [], quiz: { asked: 5, questions: [] } },
});

type Typing = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** A field that shows a text and tells what is typed. */
export const typed = (value: string, onTyped: (value: string) => void) => ({
  value,
  autoComplete: 'off',
  onChange: ({ target }: Typing) => onTyped(target.value),
});

/** The same for a whole number; an empty field is 0. */
const counted = (value: number, onCounted: (value: number) => void) => ({
  ...typed(value === 0 ? '' : String(value), (text) => onCounted(Number(text.replaceAll(/\D/g, '').slice(0, 3)))),
  inputMode: 'numeric' as const,
});

type NameOf<T, Value> = { [Name in keyof T]: T[Name] extends Value ? Name : never }[keyof T] & string;

/** The fields of one thing that is written on, each by the name of what stands in it: texts and whole numbers. */
export const fieldsOf = <T extends object>(thing: T, change: (changed: Partial<T>) => void) => {
  const put = (name: string, value: unknown) => change({ [name]: value } as Partial<T>);
  return {
    text: (name: NameOf<T, string>) => typed(thing[name] as string, (text) => put(name, text)),
    count: (name: NameOf<T, number>) => counted(thing[name] as number, (count) => put(name, count)),
  };
};
