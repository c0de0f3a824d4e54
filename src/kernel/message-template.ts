import { pluralize } from './plural.ts';

/** Parameter names of a template. `{count:line|lines}` has the parameter `count` and picks the singular or plural. */
export type MessageParamNames<T extends string> = string extends T
  ? string
  : T extends `${string}{${infer Place}}${infer Rest}`
    ? ParamName<Place> | MessageParamNames<Rest>
    : never;

type ParamName<Place extends string> = Place extends `${infer Name}:${string}` ? Name : Place;

export type MessageParams<Places extends string> = [Places] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Record<Places, string>>;

/** Replaces the parameters of a template. Missing parameters become empty text. */
export const formatMessage = <const T extends string>(text: T, params: MessageParams<MessageParamNames<T>>): string =>
  text.replace(
    /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g,
    (_, name: string, singularForm?: string, pluralForm?: string) => {
      const value = (params as Readonly<Record<string, string>>)[name] ?? '';
      return singularForm === undefined
        ? value
        : pluralize(Number(value.replaceAll(',', '')), singularForm, pluralForm);
    },
  );

export type MessageEntry = Readonly<Record<string, string | readonly string[]>>;
type EntryTexts<E> = E extends MessageEntry
  ? Extract<E[keyof E], string> | Extract<E[keyof E], readonly string[]>[number]
  : never;
export type MessageParamsOf<E extends MessageEntry> = MessageParams<MessageParamNames<EntryTexts<E>>>;
export type FormattedMessages<E extends MessageEntry> = {
  readonly [K in keyof E]: E[K] extends string ? string : readonly string[];
};

/** Replaces the parameters in every text of an entry and omits empty lines. */
export function formatMessages<const E extends MessageEntry>(
  entry: E,
  params: MessageParamsOf<E>,
): FormattedMessages<E> {
  const format = (text: string) => formatMessage<string>(text, params);
  const parts = Object.entries(entry).map(([part, text]) => [
    part,
    typeof text === 'string' ? format(text) : text.map(format).filter(Boolean),
  ]);
  return Object.fromEntries(parts);
}
