import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { PasskeyName } from '../../schema.ts';
import { toastPasskeyError } from './passkey.ts';

export type PasskeyNameInput = { name: string };
type NameFormProps = {
  start: string;
  submitLabel: string;
  onSubmit: (input: PasskeyNameInput) => Promise<unknown>;
  onDone: () => void;
};

export default function PasskeyNameForm({ start, submitLabel, onSubmit, onDone }: NameFormProps) {
  const command = { mutationOptions: () => ({ mutationFn: onSubmit }) };
  const { busy, submit, field } = useCommandForm(PasskeyName, command, {
    start: { name: start },
    done: onDone,
    refused: ({ code }, error) => {
      if (code !== undefined) return false;
      toastPasskeyError(error);
      return true;
    },
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Field {...field('name')} label="Name" hint="For example Phone, Laptop or blue key." />
      <Button type="submit" full busy={busy}>
        {submitLabel}
      </Button>
    </form>
  );
}
