import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useRef } from 'react';
import type { z } from 'zod';
import { type ErrorMessage, errorMessage, getIssues, type Issue, isUnanswered } from './error-message.ts';
import { type FieldName, type FormField, type StartValues, useFields } from './form-fields.ts';
import type { StoredFile } from './send-file.ts';
import { toastError } from './toast.ts';
import { type RequestBody, useIdempotentBody } from './use-idempotent.ts';

export function focusField(id: string): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    field?.focus({ preventScroll: true });
    // A toast may cover the top of the screen and the action bar the bottom.
    field?.scrollIntoView({ block: 'center' });
  });
}

type FormOptions<In, Sent, Out> = {
  start: StartValues<NoInfer<In>>;
  /** The form stays busy until a returned promise settles. */
  done: (out: Out, sent: Sent) => void | Promise<void>;
  /** Return true if the caller showed the refusal. */
  refused?: (message: ErrorMessage, error: unknown) => boolean | undefined;
  invalid?: (issues: readonly Issue[]) => void;
  /** Prefix of field ids when a page has two forms: `buy` gives `buy-amount`. */
  idPrefix?: string;
  beforeSubmit?: () => Promise<void>;
};

export type BodyOption<In, Sent> = [In] extends [Sent]
  ? { body?: RequestBody<In, Sent> }
  : { body: RequestBody<In, Sent> };

export type FileField = {
  value: StoredFile | null;
  error: string | undefined;
  onUploaded: (file: StoredFile) => void;
  onRemoved: () => void;
};

/** First validation issue of each field, in schema order [000 §5]. */
export function getFieldIssues(rules: z.ZodType, values: unknown): Issue[] {
  const issues = rules.safeParse(values).error?.issues ?? [];
  const found = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return found.filter(({ path }, at) => found.findIndex((other) => other.path === path) === at);
}

export type Rules<In> = z.ZodType<unknown, In> | ((values: In) => z.ZodType);

function useValidatedForm<In extends object>(
  schema: Rules<In>,
  { start, invalid, idPrefix }: FormOptions<In, never, never>,
) {
  const dynamicSchema = typeof schema === 'function' ? schema : null;
  const check = (values: In) => getFieldIssues(dynamicSchema?.(values) ?? (schema as z.ZodType), values);
  const form = useFields<In>(start, check);
  const issues = () => check(form.values());
  const idOf = (name: string) => (idPrefix ? `${idPrefix}-${name}` : name);
  const getError = (name: FieldName<In>): string | undefined => {
    const error = form.getError(name);
    return dynamicSchema && error !== undefined ? issues().find(({ path }) => path === name)?.message : error;
  };
  return {
    form,
    issues,
    getError,
    validate: (names?: readonly string[]): boolean => {
      const found = issues().filter(({ path }) => names?.includes(path) ?? true);
      form.show(found, names);
      if (found[0]) {
        invalid?.(found);
        if (dynamicSchema) focusField(idOf(found[0].path));
        else form.focus(found.map(({ path }) => path));
      }
      return found.length === 0;
    },
    field: (name: FieldName<In>, onChanged?: (value: string) => void): FormField => {
      const control = form.control(name);
      const onChange: FormField['onChange'] = (event) => {
        control.onChange(event);
        onChanged?.(event.target.value);
      };
      return { ...control, onChange, id: idOf(name), error: getError(name) };
    },
    file: (name: FieldName<In>): FileField => {
      const put = (file: StoredFile | null) => form.set(name, file as never);
      return { value: form.get(name) as never, error: getError(name), onUploaded: put, onRemoved: () => put(null) };
    },
  };
}

export type CommandForm<In extends object> = ReturnType<typeof useValidatedForm<In>>;

/** Form state for a command, validated with the server's schema. Use a schema function if rules depend on values. */
export function useCommandForm<In extends object, Out, Err, Sent = In>(
  schema: Rules<In>,
  command: { mutationOptions(): UseMutationOptions<Out, Err, Sent> },
  options: FormOptions<In, Sent, Out> & BodyOption<In, Sent>,
) {
  const { done, refused, beforeSubmit, body } = options;
  const validated = useValidatedForm<In>(schema, options);
  const { form, validate } = validated;
  const { getRequest, settle, retryOptions } = useIdempotentBody<In, Sent>(body);
  const { isPending, mutateAsync } = useMutation({
    ...command.mutationOptions(),
    ...retryOptions,
    onSuccess: (out: Out, sent: Sent) => {
      settle();
      return done(out, sent);
    },
    onError: (error: Err) => {
      if (!isUnanswered(error)) settle();
      showError(error);
    },
  });
  const showError = (error: unknown) => {
    const message = errorMessage(error);
    if (refused?.(message, error)) return;
    const { field, text } = message;
    const issues = field === undefined ? getIssues(error) : [{ path: field, message: text }];
    const known = issues.filter(({ path }) => (path.split('.')[0] ?? '') in form.values());
    for (const { path, message } of known) form.setServerError(path, message);
    form.focus(known.slice(0, 1).map(({ path }) => path));
    if (issues.length === 0 || known.length < issues.length) toastError(message);
  };
  const isSubmitting = useRef(false);
  const send = async () => {
    const sent = getRequest(form.values());
    if (sent === null) return;
    await beforeSubmit?.();
    // onError already showed the error.
    await mutateAsync(sent).catch(() => {});
  };
  return {
    ...validated,
    busy: isPending,
    submit: async (event?: BaseSyntheticEvent) => {
      event?.preventDefault();
      if (isSubmitting.current || !validate()) return;
      isSubmitting.current = true;
      await send().finally(() => {
        isSubmitting.current = false;
      });
    },
  };
}
