import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import type { RefusalWords } from '../../../../ui/refusal-words.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastError, toastSuccess } from '../../../../ui/toast.ts';
import { countries, countryNames } from '../../../accounts/countries.ts';
import { accountPagesNotices } from '../../messages.ts';
import { UpdateProfile } from '../../schema.ts';
import { LockNotice } from './lock-notice.tsx';
import type { OwnProfile } from './own-profile.ts';

const countryOptions = countries.map((value) => ({ value, name: countryNames[value] }));
const countryLabel = 'Country of residence';

/** What is not a refusal of ours is told in the documented words [000 §8 Profile]. */
function sayFailed({ code }: RefusalWords): boolean {
  if (code !== undefined && !code.startsWith('general.')) return false;
  toastError(accountPagesNotices.updateFailed);
  return true;
}

/**
 * The form of the personal information [000 §2 Profile, §5 Profile form]. Whatever an identity check rests on stands
 * there to be read.
 */
export default function EditProfile({ profile, leave }: { profile: OwnProfile; leave: () => void }) {
  const { email: _address, locked, ...start } = profile;
  const queries = useQueryClient();
  const still = locked !== null;
  const { busy, submit, field } = useCommandForm(UpdateProfile, api.accountPages.updateProfile, {
    start,
    done: () => {
      void queries.invalidateQueries({ queryKey: api.accountPages.key() });
      void queries.invalidateQueries({ queryKey: api.location.key() });
      toastSuccess(accountPagesNotices.updated);
      leave();
    },
    refused: sayFailed,
  });
  useEffect(() => document.getElementById(still ? 'displayName' : 'firstName')?.focus(), [still]);
  return (
    <form className="edit-profile" onSubmit={submit} noValidate>
      <LockNotice locked={locked} />
      <div className="pair">
        <Field label="First name" autoComplete="given-name" fixed={still} {...field('firstName')} />
        <Field label="Last name" autoComplete="family-name" fixed={still} {...field('lastName')} />
      </div>
      <Field
        label="Display name"
        aside="Optional"
        hint="How we call you. Left empty, it is your first and last name."
        autoComplete="nickname"
        {...field('displayName')}
      />
      <div className="pair">
        <Field
          label="Phone number"
          aside="Optional"
          hint="With the country in front, such as +1 876 555 0100."
          type="tel"
          autoComplete="tel"
          {...field('phoneNumber')}
        />
        <Field label="Date of birth" type="date" autoComplete="bday" fixed={still} {...field('dateOfBirth')} />
      </div>
      {still ? (
        <Field label={countryLabel} fixed value={countryNames[profile.declaredCountry]} />
      ) : (
        <SelectField
          label={countryLabel}
          hint="Where you live. We compare it with where you sign in from, if you allow that."
          autoComplete="country"
          options={countryOptions}
          {...field('declaredCountry')}
        />
      )}
      <Field
        label="Avatar URL"
        aside="Optional"
        hint="The address of a picture, starting with https://. We keep the address and do not load the picture."
        type="url"
        inputMode="url"
        {...field('avatarUrl')}
      />
      <div className="row">
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <Button look="bare" onClick={leave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
