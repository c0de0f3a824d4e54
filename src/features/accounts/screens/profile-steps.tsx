import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { deleteAutosave, mergeDraft, readAutosave, useAutosave } from '../../../ui/autosave.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { api, type call } from '../../../ui/client.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import type { FormField } from '../../../ui/form-fields.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { StepFrame } from '../../../ui/step-frame.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { countries, countryNames } from '../countries.ts';
import { accountsNotices } from '../messages.ts';
import { profileSteps, type SaveProfile } from '../schema.ts';

const countryOptions = countries.map((value) => ({ value, name: countryNames[value] }));

type Input = z.input<typeof SaveProfile>;
type Register = (name: keyof Input) => FormField;
type Started = Awaited<ReturnType<typeof call.accounts.startedProfile>>['profile'];

const steps: readonly { title: string; text: string; fields: (field: Register) => ReactNode }[] = [
  {
    title: 'Your name and phone',
    text: 'Use the name on your ID and on your bank account.',
    fields: (field) => (
      <>
        <div className="two">
          <Field {...field('firstName')} label="First name" autoComplete="given-name" />
          <Field {...field('lastName')} label="Last name" autoComplete="family-name" />
        </div>
        <Field
          {...field('phoneNumber')}
          label="Phone number"
          type="tel"
          autoComplete="tel"
          hint="With area code, for example 876 555 0142."
        />
      </>
    ),
  },
  {
    title: 'Your countries',
    text: 'Where you live, and the country on your passport.',
    fields: (field) => (
      <div className="two">
        <SelectField
          {...field('countryOfResidence')}
          label="Country of residence"
          autoComplete="country"
          options={countryOptions}
          emptyLabel="Choose"
        />
        <SelectField {...field('nationality')} label="Nationality" options={countryOptions} emptyLabel="Choose" />
      </div>
    ),
  },
  {
    title: 'Your work',
    text: "The law asks us to know this about every customer. Leave the box unchecked if it doesn't apply to you.",
    fields: (field) => (
      <>
        <Field {...field('occupation')} label="Occupation" autoComplete="organization-title" />
        <Checkbox {...field('isPep')} label="I hold or held high public office, or am close to someone who does." />
      </>
    ),
  },
];

const pickStep = (profile: Started, step: number) => {
  const names = Object.keys(profileSteps[step]?.shape ?? {});
  return Object.fromEntries(Object.entries(profile).filter(([name]) => names.includes(name)));
};

type StepsProps = { profile: Started; person: string; closeButton: ReactNode };

function ProfileStep({
  profile,
  person,
  step,
  goTo,
  closeButton,
}: StepsProps & { step: number; goTo: (to: number) => void }) {
  const queries = useQueryClient();
  const { title = '', text, fields } = steps[step] ?? {};
  const rules = profileSteps[step] as z.ZodType<unknown, Input>;
  const autosaveKey = { form: `profile-${step}`, person };
  const { form, busy, submit, field } = useCommandForm(rules, api.accounts.saveProfile, {
    start: mergeDraft(pickStep(profile, step), readAutosave(autosaveKey)) as Input,
    done: async ({ isComplete }) => {
      deleteAutosave(autosaveKey);
      // The identity form that follows is prefilled from the profile.
      if (isComplete)
        await Promise.all(
          ['accountPages', 'identity'].map((name) => queries.invalidateQueries({ queryKey: [[name]] })),
        );
      await queries.invalidateQueries({ queryKey: api.accounts.startedProfile.key() });
      if (profileSteps[step + 1]) goTo(step + 1);
      else toastSuccess(accountsNotices.profileComplete);
    },
  });
  useAutosave(autosaveKey, form.values());
  return (
    <StepFrame name="Your profile" title={title} step={step + 1} count={steps.length} close={closeButton}>
      <p className="ink-2">{text}</p>
      <form className="form" noValidate onSubmit={submit} aria-labelledby="step-title">
        {fields?.(field)}
        <div className="step-foot">
          <Button type="submit" busy={busy}>
            {busy ? 'Saving...' : 'Continue'}
          </Button>
          {step > 0 && (
            <Button variant="line" onClick={() => goTo(step - 1)}>
              Back
            </Button>
          )}
        </div>
      </form>
    </StepFrame>
  );
}

/** The profile after sign-up, in three steps. Starts at the first step that is not saved. */
export default function ProfileSteps(props: StepsProps) {
  const isIncomplete = (step: number) => profileSteps[step]?.safeParse(pickStep(props.profile, step)).success === false;
  const [step, setStep] = useState(() =>
    Math.max(
      0,
      steps.findIndex((_, at) => isIncomplete(at)),
    ),
  );
  return <ProfileStep key={step} {...props} step={step} goTo={setStep} />;
}
