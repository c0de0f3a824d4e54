import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { call } from '../../../ui/client.ts';
import { Field, FieldError } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { MakeKey } from '../schema.ts';
import { mostDays, type Scope, scopes, scopeWords } from '../scopes.ts';

/** The name under which a form holds a permission: no dot, and no colon in an id. */
const fieldOf = (scope: Scope) => scope.replace(':', '_') as `${string}_${string}`;
const ticked = (values: Readonly<Record<string, unknown>>): Scope[] =>
  scopes.filter((scope) => values[fieldOf(scope)] === true);

const KeyForm = z
  .object({ name: MakeKey.shape.name, days: z.string() })
  .catchall(z.unknown())
  .refine((values) => ticked(values).length > 0, { path: ['scopes'], message: 'Choose at least one' })
  .refine((values) => Number(values.days) <= mostDays(ticked(values)), {
    path: ['days'],
    message: 'A key that places orders is good for 90 days at most',
  });

type Values = { name: string; days: string; scopes: string } & Record<string, string | boolean>;
const start = {
  ...{ name: '', days: '90', scopes: '' },
  ...Object.fromEntries(scopes.map((scope) => [fieldOf(scope), false])),
} as Values;

const makeKey = {
  mutationOptions: () => ({
    mutationFn: (values: Values) =>
      call.programs.makeKey({ name: values.name, days: Number(values.days), scopes: ticked(values) }),
  }),
};

const lasting = [
  { value: '30', name: '30 days' },
  { value: '90', name: '90 days' },
  { value: '365', name: 'A year' },
];

/** What a new key is called, what it opens, and for how long. */
export default function KeyFormView({ onMade }: { onMade: (key: string) => void }) {
  const { busy, submit, field, errorOf } = useCommandForm<Values, { key: string }, Error>(
    KeyForm as never,
    makeKey as never,
    { start: start as never, done: ({ key }) => onMade(key), ids: 'key' },
  );
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Field {...field('name')} label="Name" hint="For you to know it by: Bookkeeping, Shop, Savings plan." />
      <fieldset className="stack tight">
        <legend className="b">What it may do</legend>
        {scopes.map((scope) => {
          const { error: _beside, ...box } = field(fieldOf(scope));
          return <Checkbox key={scope} {...box} label={scopeWords[scope]} />;
        })}
        <FieldError id="key-scopes" text={errorOf('scopes')} />
      </fieldset>
      <SelectField {...field('days')} label="Good for" options={lasting} hint="You may renew it before it ends." />
      <Button type="submit" full busy={busy}>
        {busy ? 'Making the key...' : 'Make the key'}
      </Button>
    </form>
  );
}
