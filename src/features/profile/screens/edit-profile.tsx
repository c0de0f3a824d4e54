import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import type { ErrorMessage } from '../../../ui/error-message.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { countries, countryNames } from '../../accounts/countries.ts';
import { accountPagesNotices } from '../messages.ts';
import { UpdateProfile } from '../schema.ts';
import { LockNotice, type OwnProfile } from './lock-notice.tsx';

const countryOptions = countries.map((value) => ({ value, name: countryNames[value] }));
const countryLabel = 'Country of residence';

/** Technical errors show the specified text [000 §8 Profile]. */
function toastFailure({ code }: ErrorMessage): boolean {
  if (code !== undefined && !code.startsWith('general.')) return false;
  toastError(accountPagesNotices.updateFailed);
  return true;
}

/** The profile form [000 §2 Profile, §5 Profile form]. Fields locked by an identity check are read-only. */
export default function EditProfile({ profile, leave }: { profile: OwnProfile; leave: () => void }) {
  const { email: _address, locked, ...start } = profile;
  const queries = useQueryClient();
  const isLocked = locked !== null;
  const { busy, submit, field } = useCommandForm(UpdateProfile, api.accountPages.updateProfile, {
    start,
    done: () => {
      void queries.invalidateQueries({ queryKey: api.accountPages.key() });
      void queries.invalidateQueries({ queryKey: api.location.key() });
      toastSuccess(accountPagesNotices.updated);
      leave();
    },
    refused: toastFailure,
  });
  useEffect(() => document.getElementById(isLocked ? 'displayName' : 'firstName')?.focus(), [isLocked]);
  return (
    <form className="edit-profile" onSubmit={submit} noValidate>
      <LockNotice locked={locked} />
      <div className="pair">
        <Field label="First name" autoComplete="given-name" fixed={isLocked} {...field('firstName')} />
        <Field label="Last name" autoComplete="family-name" fixed={isLocked} {...field('lastName')} />
      </div>
      <Field
        label="Display name"
        labelNote="Optional"
        hint="What we call you. If empty, we use your first and last name."
        autoComplete="nickname"
        {...field('displayName')}
      />
      <div className="pair">
        <Field
          label="Phone number"
          labelNote="Optional"
          hint="With the country code, such as +1 876 555 0100."
          type="tel"
          autoComplete="tel"
          {...field('phoneNumber')}
        />
        <Field label="Date of birth" type="date" autoComplete="bday" fixed={isLocked} {...field('dateOfBirth')} />
      </div>
      {isLocked ? (
        <Field label={countryLabel} fixed value={countryNames[profile.declaredCountry]} />
      ) : (
        <SelectField
          label={countryLabel}
          hint="Where you live. If you allow it, we compare it with where you sign in from."
          autoComplete="country"
          options={countryOptions}
          {...field('declaredCountry')}
        />
      )}
      <Field
        label="Avatar URL"
        labelNote="Optional"
        hint="A link to a picture, starting with https://. We store the link and never load the picture."
        type="url"
        inputMode="url"
        {...field('avatarUrl')}
      />
      <div className="row">
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <Button variant="bare" onClick={leave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
