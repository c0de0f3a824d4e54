import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { Party } from '../../../compliance/reports.ts';
import { PartyInput } from '../../../compliance/schema.ts';

const nobody: Party = {
  role: 'counterparty',
  kind: 'person',
  firstName: '',
  lastName: '',
  birthDate: '',
  country: '',
  account: '',
  note: '',
};

type PartyDialogProps = { party: Party | null; onPut: (party: Party) => void; onClose: () => void };

/** One party: it goes into the draft, which saves itself. */
export function PartyDialog({ party, onPut, onClose }: PartyDialogProps) {
  // Nothing is sent from here; the form checks what the server will check.
  const keep = { mutationOptions: () => ({ mutationFn: async (given: unknown) => PartyInput.parse(given) }) };
  const { form, field, busy, submit } = useCommandForm(PartyInput, keep, {
    start: party ?? nobody,
    done: onPut,
  });
  const person = form.get('kind') === 'person';
  return (
    <ActDialog
      title={party ? 'Change a party' : 'Add a party'}
      says={party ? 'Change' : 'Add'}
      {...{ busy, submit, onClose }}
    >
      <div className="pair">
        <SelectField
          label="Role"
          options={[
            { value: 'customer', name: 'Our customer' },
            { value: 'counterparty', name: 'The other side' },
            { value: 'other', name: 'Also named' },
          ]}
          {...field('role')}
        />
        <SelectField
          label="Kind"
          options={[
            { value: 'person', name: 'A person' },
            { value: 'entity', name: 'A company' },
            { value: 'wallet', name: 'A wallet, owner not known' },
          ]}
          {...field('kind')}
        />
      </div>
      <div className="pair">
        {person && <Field label="First name" autoComplete="off" {...field('firstName')} />}
        <Field label={person ? 'Last name' : 'Name'} autoComplete="off" {...field('lastName')} />
      </div>
      {person && (
        <div className="pair">
          <Field label="Date of birth" aside="If known" type="date" {...field('birthDate')} />
          <Field label="Country" aside="If known" hint="Two letters, as JM" maxLength={2} {...field('country')} />
        </div>
      )}
      <Field label="Account or wallet" aside="If known" autoComplete="off" {...field('account')} />
      <TextField label="Note" aside="Optional" rows={2} {...field('note')} />
    </ActDialog>
  );
}
