import { type ChangeEvent, useReducer, useRef } from 'react';
import type { Issue } from './refusal-words.ts';

type Leaf = string | number | bigint | boolean | Date | null | undefined;

/** The fields of a form by name, those of its groups and lists too: `wallets.list.0.network`. */
export type Name<T> = T extends Leaf
  ? never
  : T extends readonly (infer One)[]
    ? `${number}` | `${number}.${Name<One>}`
    : { [K in keyof T & string]: K | `${K}.${Name<NonNullable<T[K]>>}` }[keyof T & string];

type Step<T, K extends string> = T extends readonly (infer One)[] ? One : K extends keyof T ? T[K] : undefined;

/** What stands in the field of this name. */
export type At<T, N extends string> = N extends `${infer Head}.${infer Rest}`
  ? At<NonNullable<Step<T, Head>>, Rest> | Extract<Step<T, Head>, undefined>
  : Step<T, N>;

/** What a form begins with: a field that is left out begins empty. */
export type Start<T> = T extends Leaf | readonly unknown[] ? T : { [K in keyof T]?: Start<T[K]> };

type Tree = Readonly<Record<string, unknown>>;

const at = (values: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((within, key) => (within as Tree | null | undefined)?.[key], values);

/** The same values with another in this place; what lies beside it stays the same object. */
function withValue(values: unknown, [key = '', ...rest]: string[], value: unknown): unknown {
  const held = rest.length > 0 ? withValue((values as Tree | undefined)?.[key], rest, value) : value;
  if (Array.isArray(values)) return values.map((one, index) => (String(index) === key ? held : one));
  return { ...(values as Tree | undefined), [key]: held };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field of a form, for the kit's fields. */
export type HeldField = {
  name: string;
  id: string;
  error: string | undefined;
  ref: (control: Control | null) => void;
  value?: string;
  checked?: boolean;
  onChange: (event: ChangeEvent<Control>) => void;
};

const said = (control: Control): unknown => {
  if (control.type === 'checkbox') return (control as HTMLInputElement).checked;
  return control.type === 'radio' && !(control as HTMLInputElement).checked ? null : control.value;
};

/** What is typed in a form and what is said to be wrong with it, by the names of its fields. */
export function useFields<In>(start: Start<In>, judge: (values: In) => readonly Issue[]) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const values = useRef(start as unknown as In);
  const errors = useRef<Readonly<Record<string, string>>>({});
  /** Once it was tried to send them, fields are judged with each change. */
  const tried = useRef(false);
  const controls = useRef(new Map<string, Control>());

  const show = (names: readonly string[], found: readonly Issue[]) => {
    const kept = Object.entries(errors.current).filter(([name]) => !names.includes(name));
    const fresh = found.filter(({ path }) => names.includes(path)).map(({ path, message }) => [path, message]);
    errors.current = Object.fromEntries([...kept, ...fresh]);
    draw();
  };
  const set = <N extends Name<In>>(name: N, value: At<In, N>): void => {
    values.current = withValue(values.current, name.split('.'), value) as In;
    const within = Object.keys(errors.current).filter((other) => other.startsWith(`${name}.`));
    if (tried.current) show([name, ...within], judge(values.current));
    else draw();
  };
  return {
    values: () => values.current,
    get: <N extends Name<In>>(name: N) => at(values.current, name) as At<In, N>,
    set,
    errorOf: (name: string): string | undefined => errors.current[name],
    /** Says what the server found. */
    tell: (name: string, message: string) => show([name], [{ path: name, message }]),
    /** Shows what is wrong, with these fields or with all. */
    show: (found: readonly Issue[], names?: readonly string[]) => {
      if (!names) tried.current = true;
      show(names ?? [...Object.keys(errors.current), ...found.map(({ path }) => path)], found);
    },
    /** Gives the focus to the first of these fields on the page. */
    focus: (names: readonly string[]) => {
      const there = names.flatMap((name) => controls.current.get(name) ?? []).filter((control) => control.isConnected);
      const follows = (one: Control, other: Control) => one.compareDocumentPosition(other) & 4;
      there.sort((one, other) => (follows(one, other) ? -1 : 1))[0]?.focus();
    },
    reset: (to: Start<In> = start) => {
      values.current = to as unknown as In;
      errors.current = {};
      tried.current = false;
      draw();
    },
    control: (name: Name<In>) => {
      const value = at(values.current, name);
      return {
        name,
        ref: (control: Control | null) => {
          if (!control) return;
          if (!controls.current.get(name)?.isConnected) controls.current.set(name, control);
          // What begins without a value has the one that is seen.
          if (at(values.current, name) === undefined)
            values.current = withValue(values.current, name.split('.'), said(control)) as In;
        },
        ...(typeof value === 'boolean' ? { checked: value } : { value: typeof value === 'string' ? value : '' }),
        onChange: (event: ChangeEvent<Control>) => set(name, said(event.target) as never),
      };
    },
  };
}

export type Fields<In> = Pick<ReturnType<typeof useFields<In>>, 'values' | 'get' | 'set' | 'errorOf' | 'reset'>;
