import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { PasskeyName } from '../../schema.ts';
import { tellPasskeyFault } from './passkey.ts';

export type Named = { name: string };
type NameFormProps = { start: string; word: string; act: (named: Named) => Promise<unknown>; onDone: () => void };

/** Asks for a name, and does with it what `act` says. */
export default function PasskeyNameForm({ start, word, act, onDone }: NameFormProps) {
  const command = { mutationOptions: () => ({ mutationFn: act }) };
  const { busy, submit, field } = useCommandForm(PasskeyName, command, {
    start: { name: start },
    done: onDone,
    refused: ({ code }, error) => {
      if (code !== undefined) return false;
      tellPasskeyFault(error);
      return true;
    },
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Field {...field('name')} label="Name" hint="For you to know it by: Phone, Laptop, blue key." />
      <Button type="submit" full busy={busy}>
        {word}
      </Button>
    </form>
  );
}
