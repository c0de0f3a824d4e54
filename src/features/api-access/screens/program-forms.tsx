import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { api, call } from '../../../ui/client.ts';
import { Field, FieldError } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { AddWebhook, MakeKey } from '../schema.ts';
import { getMaxDays, type Scope, scopeLabels, scopes } from '../scopes.ts';

/** Field names must not contain a colon, because they are also element ids. */
const toFieldName = (scope: Scope) => scope.replace(':', '_') as `${string}_${string}`;
const getSelected = (values: Readonly<Record<string, unknown>>): Scope[] =>
  scopes.filter((scope) => values[toFieldName(scope)] === true);

const KeyForm = z
  .object({ name: MakeKey.shape.name, days: z.string() })
  .catchall(z.unknown())
  .refine((values) => getSelected(values).length > 0, { path: ['scopes'], message: 'Choose at least one permission' })
  .refine((values) => Number(values.days) <= getMaxDays(getSelected(values)), {
    path: ['days'],
    message: 'A key that places orders can be valid for up to 90 days',
  });

type Values = { name: string; days: string; scopes: string } & Record<string, string | boolean>;
const start = {
  name: '',
  days: '90',
  scopes: '',
  ...Object.fromEntries(scopes.map((scope) => [toFieldName(scope), false])),
} as Values;

const createKey = {
  mutationOptions: () => ({
    mutationFn: (values: Values) =>
      call.programs.createKey({ name: values.name, days: Number(values.days), scopes: getSelected(values) }),
  }),
};

const durations = [
  { value: '30', name: '30 days' },
  { value: '90', name: '90 days' },
  { value: '365', name: 'A year' },
];

export function KeyFormView({ onMade }: { onMade: (key: string) => void }) {
  const { busy, submit, field, getError } = useCommandForm<Values, { key: string }, Error>(
    KeyForm as never,
    createKey as never,
    {
      start: start as never,
      done: ({ key }) => onMade(key),
      idPrefix: 'key',
    },
  );
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Field {...field('name')} label="Name" hint="For example Bookkeeping, Shop or Savings plan." />
      <fieldset className="stack tight">
        <legend className="b">Permissions</legend>
        {scopes.map((scope) => {
          const { error: _error, ...box } = field(toFieldName(scope));
          return <Checkbox key={scope} {...box} label={scopeLabels[scope]} />;
        })}
        <FieldError id="key-scopes" text={getError('scopes')} />
      </fieldset>
      <SelectField
        {...field('days')}
        label="Valid for"
        options={durations}
        hint="You can renew the key before it expires."
      />
      <Button type="submit" full busy={busy}>
        {busy ? 'Creating the key...' : 'Create key'}
      </Button>
    </form>
  );
}

export function WebhookForm({ onAdded }: { onAdded: (secret: string) => void }) {
  const { busy, submit, field } = useCommandForm(AddWebhook, api.programs.addWebhook, {
    start: { url: '' },
    done: ({ secret }) => onAdded(secret),
    idPrefix: 'webhook',
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Field {...field('url')} label="URL" type="url" inputMode="url" hint="Begins with https://" />
      <Button type="submit" full busy={busy}>
        {busy ? 'Adding...' : 'Add URL'}
      </Button>
    </form>
  );
}

const overlaps = [
  { value: '24', name: '24 hours, to replace it everywhere' },
  { value: '1', name: 'One hour' },
  { value: '0', name: 'No time, because it leaked' },
];

type RotateProps = { act: (overlapHours: number) => Promise<string>; onDone: (secret: string) => void };

export function RotateForm({ act, onDone }: RotateProps) {
  const command = {
    mutationOptions: () => ({ mutationFn: ({ hours }: { hours: string }) => act(Number(hours)) }),
  };
  const { busy, submit, field } = useCommandForm(z.object({ hours: z.string() }), command, {
    start: { hours: '24' },
    done: onDone,
    idPrefix: 'rotate',
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <SelectField {...field('hours')} label="The old secret keeps working for" options={overlaps} />
      <Button type="submit" full busy={busy}>
        {busy ? 'Changing...' : 'Change secret'}
      </Button>
    </form>
  );
}
