import type { ChangeEvent } from 'react';
import type { Draft } from '../../draft.ts';
import type { Question, Section, Unit } from './data.ts';

type Identified = { readonly id: string };

/** Generates an id, which never changes because learners' progress refers to it. */
export const newId = (kind: string): string => `${kind}-${crypto.randomUUID().slice(0, 8)}`;

/** Leaves other items identical, because a save sends only changed sections. */
export const updateItem = <T extends Identified>(list: readonly T[], id: string, changed: Partial<NoInfer<T>>): T[] =>
  list.map((item) => (item.id === id ? { ...item, ...changed } : item));

export const removeItem = <T extends Identified>(list: readonly T[], id: string): T[] =>
  list.filter((item) => item.id !== id);

export function moveItem<T extends Identified>(list: readonly T[], id: string, by: -1 | 1): T[] {
  const next = [...list];
  const at = next.findIndex((item) => item.id === id);
  const [one, other] = [next[at], next[at + by]];
  if (one && other) [next[at], next[at + by]] = [other, one];
  return next;
}

export const updateSection = (draft: Draft, id: string, changed: Partial<Section>): Draft => ({
  ...draft,
  sections: updateItem(draft.sections, id, changed),
});

export const updateUnit = (draft: Draft, id: string, changed: Partial<Unit>): Draft => ({
  ...draft,
  sections: draft.sections.map((section) =>
    section.units.some((unit) => unit.id === id)
      ? { ...section, units: updateItem(section.units, id, changed) }
      : section,
  ),
});

const createAnswer = (right: boolean) => ({ text: '', right, because: '' });
export const newQuestion = (): Question => ({
  id: newId('question'),
  ask: '',
  answers: [createAnswer(true), createAnswer(false)],
});
export const newUnit = (): Unit => ({
  id: newId('lesson'),
  title: '',
  aim: '',
  minutes: 5,
  markdown: '',
  checks: [],
});
export const newSection = (): Section => ({
  id: newId('section'),
  title: '',
  about: '',
  opensOn: '',
  units: [],
  quiz: { asked: 5, questions: [] },
});

type TypingEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

export const bindText = (value: string, onValue: (value: string) => void) => ({
  value,
  autoComplete: 'off',
  onChange: ({ target }: TypingEvent) => onValue(target.value),
});

const bindCount = (value: number, onValue: (value: number) => void) => ({
  ...bindText(value === 0 ? '' : String(value), (text) => onValue(Number(text.replaceAll(/\D/g, '').slice(0, 3)))),
  inputMode: 'numeric' as const,
});

type KeysOf<T, Value> = { [Name in keyof T]: T[Name] extends Value ? Name : never }[keyof T] & string;

export const bindFields = <T extends object>(record: T, change: (changed: Partial<T>) => void) => {
  const setValue = (name: string, value: unknown) => change({ [name]: value } as Partial<T>);
  return {
    text: (name: KeysOf<T, string>) => bindText(record[name] as string, (text) => setValue(name, text)),
    count: (name: KeysOf<T, number>) => bindCount(record[name] as number, (count) => setValue(name, count)),
  };
};
