import { zodResolver } from '@hookform/resolvers/zod';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { BaseSyntheticEvent } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Issue, issuesOf, type RefusalWords, refusalWords } from './refusal-words.ts';
import { toastError } from './toast.ts';

type Options<In extends FieldValues, Out> = {
  start: DefaultValues<In>;
  /** The command was carried out. */
  done: (out: Out, sent: In) => void;
  /** Sees every refusal first; answering true means that it was dealt with and nothing more is told. */
  refused?: (words: RefusalWords, error: unknown) => boolean | undefined;
  /** The fields did not pass, so nothing was sent; the first of them has the focus. */
  invalid?: () => void;
};

type Form<In extends FieldValues> = UseFormReturn<In, unknown, In>;

const hasField = <In extends FieldValues>(form: Form<In>, name: string): name is Path<In> =>
  (name.split('.')[0] ?? '') in form.getValues();

/** Puts what the server found beside its fields. False when a finding belongs to none of them. */
function showIssues<In extends FieldValues>(issues: Issue[], form: Form<In>): boolean {
  const [first] = issues;
  for (const { path, message } of issues)
    if (hasField(form, path)) form.setError(path, { type: 'server', message }, { shouldFocus: path === first?.path });
  return first !== undefined && issues.every(({ path }) => hasField(form, path));
}

function tell<In extends FieldValues>(error: unknown, form: Form<In>, refused: Options<In, unknown>['refused']): void {
  const words = refusalWords(error);
  if (refused?.(words, error) || showIssues(issuesOf(error), form)) return;
  const { field, text } = words;
  if (field !== undefined && hasField(form, field))
    form.setError(field, { type: words.code ?? 'refused', message: text }, { shouldFocus: true });
  else toastError(words);
}

/**
 * One form, one command: the same schema checks the fields here and the input on the server. A refusal is shown at
 * its field, which gets the focus, or as a toast. Spread `field('name')` into a kit field; give `submit` to the form.
 */
export function useCommandForm<S extends z.ZodType<FieldValues, FieldValues>, Out, Err>(
  schema: S,
  command: { mutationOptions(): UseMutationOptions<Out, Err, z.input<S>> },
  { start, done, refused, invalid }: Options<z.input<S>, Out>,
) {
  type In = z.input<S>;
  // The resolver's own types follow the schema's output; what is sent is the input, which the server reads again.
  const form = useForm<In, unknown, In>({
    resolver: zodResolver(schema, undefined, { raw: true }) as never,
    defaultValues: start,
  });
  const { isPending, mutateAsync } = useMutation({
    ...command.mutationOptions(),
    onSuccess: (out: Out, sent: In) => done(out, sent),
    onError: (error: Err) => tell<In>(error, form, refused),
  });
  const send = form.handleSubmit(
    // Told by onError already; a form must not end in an unhandled rejection.
    (values) =>
      mutateAsync(values).then(
        () => {},
        () => {},
      ),
    () => invalid?.(),
  );
  return {
    form,
    busy: isPending,
    submit: (event?: BaseSyntheticEvent) => {
      event?.preventDefault();
      return isPending ? Promise.resolve() : send(event);
    },
    field: (name: Path<In>) => ({
      ...form.register(name),
      id: name,
      error: form.getFieldState(name, form.formState).error?.message,
    }),
  };
}
