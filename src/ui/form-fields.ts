import { type ChangeEvent, useReducer, useRef } from 'react';
import type { Issue } from './error-message.ts';

type Leaf = string | number | bigint | boolean | Date | null | undefined;

/** Paths of form fields, such as `wallets.list.0.network`. */
export type FieldName<T> = T extends Leaf
  ? never
  : T extends readonly (infer One)[]
    ? `${number}` | `${number}.${FieldName<One>}`
    : { [K in keyof T & string]: K | `${K}.${FieldName<NonNullable<T[K]>>}` }[keyof T & string];

type Step<T, K extends string> = T extends readonly (infer One)[] ? One : K extends keyof T ? T[K] : undefined;

export type FieldValue<T, N extends string> = N extends `${infer Head}.${infer Rest}`
  ? FieldValue<NonNullable<Step<T, Head>>, Rest> | Extract<Step<T, Head>, undefined>
  : Step<T, N>;

/** Initial values; omitted fields are empty. */
export type StartValues<T> = T extends Leaf | readonly unknown[] ? T : { [K in keyof T]?: StartValues<T[K]> };

type Tree = Readonly<Record<string, unknown>>;

const getValue = (values: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((within, key) => (within as Tree | null | undefined)?.[key], values);

function setValue(values: unknown, [key = '', ...rest]: string[], value: unknown): unknown {
  const child = rest.length > 0 ? setValue((values as Tree | undefined)?.[key], rest, value) : value;
  if (Array.isArray(values)) return values.map((one, index) => (String(index) === key ? child : one));
  return { ...(values as Tree | undefined), [key]: child };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export type FormField = {
  name: string;
  id: string;
  error: string | undefined;
  ref: (control: Control | null) => void;
  value?: string;
  checked?: boolean;
  onChange: (event: ChangeEvent<Control>) => void;
};

const readControl = (control: Control): unknown => {
  if (control.type === 'checkbox') return (control as HTMLInputElement).checked;
  return control.type === 'radio' && !(control as HTMLInputElement).checked ? null : control.value;
};

export function useFields<In>(start: StartValues<In>, validate: (values: In) => readonly Issue[]) {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const values = useRef(start as unknown as In);
  const errors = useRef<Readonly<Record<string, string>>>({});
  const wasSubmitted = useRef(false);
  const controls = useRef(new Map<string, Control>());

  /** Fields with a server error, which stays until the field changes. */
  const fromServer = useRef(new Set<string>());

  const show = (names: readonly string[], found: readonly Issue[]) => {
    for (const name of names) fromServer.current.delete(name);
    const remaining = Object.entries(errors.current).filter(([name]) => !names.includes(name));
    const added = found.filter(({ path }) => names.includes(path)).map(({ path, message }) => [path, message]);
    errors.current = Object.fromEntries([...remaining, ...added]);
    rerender();
  };
  const set = <N extends FieldName<In>>(name: N, value: FieldValue<In, N>): void => {
    values.current = setValue(values.current, name.split('.'), value) as In;
    // Validate the other fields with errors too: a rule may compare two fields.
    const isAffected = (other: string) => !fromServer.current.has(other) || other.startsWith(`${name}.`);
    const affected = [...Object.keys(errors.current).filter(isAffected), ...(wasSubmitted.current ? [name] : [])];
    show(affected, affected.length > 0 ? validate(values.current) : []);
  };
  return {
    values: () => values.current,
    get: <N extends FieldName<In>>(name: N) => getValue(values.current, name) as FieldValue<In, N>,
    set,
    getError: (name: string): string | undefined => errors.current[name],
    setServerError: (name: string, message: string) => {
      show([name], [{ path: name, message }]);
      fromServer.current.add(name);
    },
    show: (found: readonly Issue[], names?: readonly string[]) => {
      if (!names) wasSubmitted.current = true;
      show(names ?? [...Object.keys(errors.current), ...found.map(({ path }) => path)], found);
    },
    focus: (names: readonly string[]) => {
      const connected = names
        .flatMap((name) => controls.current.get(name) ?? [])
        .filter((control) => control.isConnected);
      const isAfter = (one: Control, other: Control) => one.compareDocumentPosition(other) & 4;
      connected.sort((one, other) => (isAfter(one, other) ? -1 : 1))[0]?.focus();
    },
    reset: (to: StartValues<In> = start) => {
      values.current = to as unknown as In;
      errors.current = {};
      fromServer.current.clear();
      wasSubmitted.current = false;
      rerender();
    },
    control: (name: FieldName<In>) => {
      const value = getValue(values.current, name);
      return {
        name,
        ref: (control: Control | null) => {
          if (!control) return;
          if (!controls.current.get(name)?.isConnected) controls.current.set(name, control);
          // Reads the initial value of an uncontrolled input.
          if (getValue(values.current, name) === undefined)
            values.current = setValue(values.current, name.split('.'), readControl(control)) as In;
        },
        ...(typeof value === 'boolean' ? { checked: value } : { value: typeof value === 'string' ? value : '' }),
        onChange: (event: ChangeEvent<Control>) => set(name, readControl(event.target) as never),
      };
    },
  };
}

export type Fields<In> = Pick<ReturnType<typeof useFields<In>>, 'values' | 'get' | 'set' | 'getError' | 'reset'>;
