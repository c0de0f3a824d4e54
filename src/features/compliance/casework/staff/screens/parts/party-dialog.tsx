import { ActionDialog } from '../../../../../../ui/admin/action-dialog.tsx';
import { Field, TextField } from '../../../../../../ui/field.tsx';
import { useCommandForm } from '../../../../../../ui/form.tsx';
import { SelectField } from '../../../../../../ui/select-field.tsx';
import type { Party } from '../../../../reports.ts';
import { PartyInput } from '../../../../schema.ts';

const emptyParty: Party = {
  role: 'counterparty',
  kind: 'person',
  firstName: '',
  lastName: '',
  birthDate: '',
  country: '',
  account: '',
  note: '',
};

type PartyDialogProps = { party: Party | null; onSave: (party: Party) => void; onClose: () => void };

export function PartyDialog({ party, onSave, onClose }: PartyDialogProps) {
  // Sends nothing. The form validates with the same schema as the server.
  const validateOnly = { mutationOptions: () => ({ mutationFn: async (input: unknown) => PartyInput.parse(input) }) };
  const { form, field, busy, submit } = useCommandForm(PartyInput, validateOnly, {
    start: party ?? emptyParty,
    done: onSave,
  });
  const person = form.get('kind') === 'person';
  return (
    <ActionDialog
      title={party ? 'Edit party' : 'Add a party'}
      says={party ? 'Save' : 'Add'}
      {...{ busy, submit, onClose }}
    >
      <div className="pair">
        <SelectField
          label="Role"
          options={[
            { value: 'customer', name: 'Our customer' },
            { value: 'counterparty', name: 'Counterparty' },
            { value: 'other', name: 'Other party' },
          ]}
          {...field('role')}
        />
        <SelectField
          label="Kind"
          options={[
            { value: 'person', name: 'A person' },
            { value: 'entity', name: 'A company' },
            { value: 'wallet', name: 'A wallet with an unknown owner' },
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
          <Field label="Date of birth" labelNote="If known" type="date" {...field('birthDate')} />
          <Field
            label="Country"
            labelNote="If known"
            hint="Two letters, such as JM"
            maxLength={2}
            {...field('country')}
          />
        </div>
      )}
      <Field label="Account or wallet" labelNote="If known" autoComplete="off" {...field('account')} />
      <TextField label="Note" labelNote="Optional" rows={2} {...field('note')} />
    </ActionDialog>
  );
}
