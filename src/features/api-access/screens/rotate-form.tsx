import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

const overlaps = [
  { value: '24', name: '24 hours, to replace it everywhere' },
  { value: '1', name: 'One hour' },
  { value: '0', name: 'No time, because it leaked' },
];

type RotateProps = { act: (overlapHours: number) => Promise<string>; onDone: (secret: string) => void };

export default function RotateForm({ act, onDone }: RotateProps) {
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
