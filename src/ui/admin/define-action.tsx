import type { QueryKey, UseMutationOptions } from '@tanstack/react-query';
import { type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import type { z } from 'zod';
import { Field, TextField } from '../field.tsx';
import { type BodyOption, type CommandForm, type Rules, useCommandForm } from '../form.tsx';
import type { FieldName, FormField, StartValues } from '../form-fields.ts';
import { SelectField } from '../select-field.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { useInvalidate } from './use-invalidate.ts';

export type Command<Out, Err, Sent> = { mutationOptions(): UseMutationOptions<Out, Err, Sent> };

/** Props of one field. With `options` it is a select, with `rows` a text area. */
export type FieldDescription =
  | (Omit<ComponentProps<typeof Field>, keyof FormField> & { readonly options?: never; readonly rows?: never })
  | (Omit<ComponentProps<typeof TextField>, keyof FormField> & { readonly options?: never; readonly rows: number })
  | (Omit<ComponentProps<typeof SelectField>, keyof FormField> & { readonly rows?: never });

type OptionalField = FieldDescription | false | null | undefined;

/** Fields by name, in the order of the dialog. False or null leaves a field out. */
type FieldTable<In> = { readonly [Name in FieldName<In>]?: OptionalField };

const DescribedField = ({ description, field }: { description: FieldDescription; field: FormField }) => {
  if (description.options) return <SelectField {...description} {...field} />;
  return description.rows !== undefined ? (
    <TextField {...description} {...field} />
  ) : (
    <Field {...description} {...field} />
  );
};

export type ActionDescription<In extends object, Out> = {
  readonly title: string;
  /** Label of the button that submits. */
  readonly confirmLabel: string;
  readonly grave?: boolean | undefined;
  readonly wide?: boolean | undefined;
  /** Values of the first render. A later render never changes what is sent. */
  readonly start: StartValues<NoInfer<In>>;
  /** Replaces the schema, where the rules depend on the props. */
  readonly schema?: z.ZodType<unknown, In> | undefined;
  /** Queries to refetch, also after a refusal. */
  readonly stale: readonly QueryKey[];
  /** Called when the refetched queries are current. Shows the toast. */
  readonly success: (out: Out) => void;
  /** Called right after success, for a page to open. */
  readonly onDone?: (out: Out, navigate: NavigateFunction) => void;
  /** Consequence of the action, above the details and the fields. */
  readonly hint?: ReactNode;
  readonly details?: ReactNode;
  /** A function for fields that depend on input, or that need their own layout. */
  readonly fields?: FieldTable<In> | ((form: CommandForm<In>) => FieldTable<In> | ReactElement);
};

function renderFields<In extends object>(fields: ActionDescription<In, unknown>['fields'], form: CommandForm<In>) {
  const described = typeof fields === 'function' ? fields(form) : (fields ?? {});
  if (isValidElement(described)) return described;
  return (Object.entries(described) as [FieldName<In>, OptionalField][]).map(
    ([name, description]) =>
      description && <DescribedField key={name} description={description} field={form.field(name)} />,
  );
}

/** Returns the dialog of a staff action. It closes after success, and keeps its input after a refusal. */
export function defineAction<Props extends object, In extends object, Out, Err, Sent = In>(
  schema: Rules<In>,
  command: Command<Out, Err, Sent>,
  describe: (props: Props) => ActionDescription<In, Out> & BodyOption<In, Sent>,
) {
  return function Action(props: Props & { onClose: () => void }) {
    const { onClose } = props;
    const action = describe(props);
    const { title, confirmLabel, grave, wide, hint, details } = action;
    const navigate = useNavigate();
    const { afterRefresh, refused } = useInvalidate(...action.stale);
    const { busy, submit, ...form } = useCommandForm<In, Out, Err, Sent>(action.schema ?? schema, command, {
      ...(action as BodyOption<In, Sent>),
      start: action.start,
      done: (out) => {
        onClose();
        action.onDone?.(out, navigate);
        afterRefresh(() => action.success(out));
      },
      refused,
    });
    return (
      <ActionDialog
        title={title}
        confirmLabel={confirmLabel}
        grave={grave}
        wide={wide}
        busy={busy}
        submit={submit}
        onClose={onClose}
      >
        {hint && <p className="ink-2">{hint}</p>}
        {details}
        {renderFields(action.fields, form)}
      </ActionDialog>
    );
  };
}
