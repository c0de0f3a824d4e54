import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useRef } from 'react';
import type { z } from 'zod';
import { type HeldField, type Name, type Start, useFields } from './fields.ts';
import { focusOn } from './focus-on.ts';
import { type Body, useOnce } from './once.ts';
import { type Issue, issuesOf, isUnanswered, type RefusalWords, refusalWords } from './refusal-words.ts';
import type { StoredFile } from './send-file.ts';
import { toastError } from './toast.ts';

type Options<In, Sent, Out> = {
  start: Start<NoInfer<In>>;
  /** The command was carried out. */
  done: (out: Out, sent: Sent) => void;
  /** Sees every refusal first; answering true means that it was dealt with and nothing more is told. */
  refused?: (words: RefusalWords, error: unknown) => boolean | undefined;
  /** These fields did not pass, so nothing was sent; the first of them has the focus. */
  invalid?: (wrong: readonly Issue[]) => void;
  /** Begins the ids of the fields, where a page has two forms: `buy` makes `buy-amount`. */
  ids?: string;
  /** Waited for before something is sent. */
  before?: () => Promise<void>;
};

/** A body is asked for where the values are not what the command takes. */
type Sending<In, Sent> = [In] extends [Sent] ? { body?: Body<In, Sent> } : { body: Body<In, Sent> };

/** A file of a form, for `Upload`. */
export type HeldFile = {
  value: StoredFile | null;
  error: string | undefined;
  onUploaded: (file: StoredFile) => void;
  onRemoved: () => void;
};

/**
 * What the rules say of these values: the first word for each field, in the order of the rules, shown beside it [000
 * §5].
 */
export function issuesIn(rules: z.ZodType, values: unknown): Issue[] {
  const issues = rules.safeParse(values).error?.issues ?? [];
  const found = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return found.filter(({ path }, at) => found.findIndex((other) => other.path === path) === at);
}

type Rules<In> = z.ZodType<unknown, In> | ((values: In) => z.ZodType);

/** The fields of one form, judged by its rules. */
function useJudged<In extends object>(schema: Rules<In>, { start, invalid, ids }: Options<In, never, never>) {
  const live = typeof schema === 'function' ? schema : null;
  const judge = (values: In) => issuesIn(live?.(values) ?? (schema as z.ZodType), values);
  const form = useFields<In>(start, judge);
  const wrong = () => judge(form.values());
  const idOf = (name: string) => (ids ? `${ids}-${name}` : name);
  const errorOf = (name: Name<In>): string | undefined => {
    const error = form.errorOf(name);
    return live && error !== undefined ? wrong().find(({ path }) => path === name)?.message : error;
  };
  return {
    form,
    wrong,
    errorOf,
    /** Shows what is wrong, with these fields or with all; true when nothing is. A form in steps asks for each. */
    passes: (names?: readonly string[]): boolean => {
      const found = wrong().filter(({ path }) => names?.includes(path) ?? true);
      form.show(found, names);
      if (found[0]) {
        invalid?.(found);
        if (live) focusOn(idOf(found[0].path));
        else form.focus(found.map(({ path }) => path));
      }
      return found.length === 0;
    },
    /** `changed` hears what was typed, once the form knows it. */
    field: (name: Name<In>, changed?: (value: string) => void): HeldField => {
      const control = form.control(name);
      const onChange: HeldField['onChange'] = (event) => {
        control.onChange(event);
        changed?.(event.target.value);
      };
      return { ...control, onChange, id: idOf(name), error: errorOf(name) };
    },
    file: (name: Name<In>): HeldFile => {
      const put = (file: StoredFile | null) => form.set(name, file as never);
      return { value: form.get(name) as never, error: errorOf(name), onUploaded: put, onRemoved: () => put(null) };
    },
  };
}

/**
 * One form, one command: the same schema checks the fields here and the input on the server. A refusal is shown at
 * its field, which gets the focus, or as a toast. Spread `field('name')` into a kit field; give `submit` to the form.
 *
 * Where the rules follow from what is typed and what is known beside it, the schema is a function of the values. What
 * was shown as wrong is then judged anew whenever the form is drawn, and `wrong` lists all of it.
 */
export function useCommandForm<In extends object, Out, Err, Sent = In>(
  schema: Rules<In>,
  command: { mutationOptions(): UseMutationOptions<Out, Err, Sent> },
  options: Options<In, Sent, Out> & Sending<In, Sent>,
) {
  const { done, refused, before, body } = options;
  const judged = useJudged<In>(schema, options);
  const { form, passes } = judged;
  const { sentFor, answered, again } = useOnce<In, Sent>(body);
  const { isPending, mutateAsync } = useMutation({
    ...command.mutationOptions(),
    ...again,
    onSuccess: (out: Out, sent: Sent) => {
      answered();
      done(out, sent);
    },
    onError: (error: Err) => {
      if (!isUnanswered(error)) answered();
      tell(error);
    },
  });
  /** What the server found stands beside its fields; a toast says what belongs to none of them. */
  const tell = (error: unknown) => {
    const words = refusalWords(error);
    if (refused?.(words, error)) return;
    const { field, text } = words;
    const issues = field === undefined ? issuesOf(error) : [{ path: field, message: text }];
    const known = issues.filter(({ path }) => (path.split('.')[0] ?? '') in form.values());
    for (const { path, message } of known) form.tell(path, message);
    form.focus(known.slice(0, 1).map(({ path }) => path));
    if (issues.length === 0 || known.length < issues.length) toastError(words);
  };
  const underWay = useRef(false);
  const send = async () => {
    const sent = sentFor(form.values());
    if (sent === null) return;
    await before?.();
    // Told by onError already; a form must not end in an unhandled rejection.
    await mutateAsync(sent).catch(() => {});
  };
  return {
    ...judged,
    busy: isPending,
    submit: async (event?: BaseSyntheticEvent) => {
      event?.preventDefault();
      if (underWay.current || !passes()) return;
      underWay.current = true;
      await send().finally(() => {
        underWay.current = false;
      });
    },
  };
}
