import { Fragment, useState } from 'react';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { call } from '../../../ui/client.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { accountsNotices } from '../messages.ts';
import { SignUpForm as Schema, type SignUp } from '../schema.ts';
import { EmailField, PasswordField, passwordHint } from './fields.tsx';

const documents = [
  { to: '/terms', name: 'Terms of Service' },
  { to: '/privacy', name: 'Privacy Policy' },
  { to: '/risk-indemnity', name: 'Risk and Indemnity' },
];

const DocumentLink = ({ to, name }: { to: string; name: string }) => (
  <a className="link" href={to} target="_blank" rel="noopener">
    {name}
    <span className="sr"> (opens in a new tab)</span>
  </a>
);

/** Links to /terms, /privacy and /risk-indemnity [000 §2 Auth], in new tabs. */
const Consent = () => (
  <>
    I agree to the{' '}
    {documents.map((document, index) => (
      <Fragment key={document.to}>
        {['', ', the ', ' and the '][index]}
        <DocumentLink {...document} />
      </Fragment>
    ))}
    .
  </>
);

const signUpCommand = {
  mutationOptions: () => ({
    mutationFn: ({ confirmPassword: _, ...person }: z.input<typeof SignUp> & { confirmPassword: string }) =>
      call.accounts.signUp(person),
  }),
};

const initialValues = {
  email: '',
  password: '',
  confirmPassword: '',
  dateOfBirth: '',
};

const toastInvalid = () => toastError(accountsNotices.formInvalid);

/** Opens /verify-email with the email in the query [000 §4 Auth state]. Errors also show a toast [000 §5 Others]. */
export function SignUpForm() {
  const navigate = useNavigate();
  // Blocks a second submission until the next page has loaded.
  const [isCreated, setIsCreated] = useState(false);
  const { form, busy, submit, field } = useCommandForm(Schema, signUpCommand, {
    start: initialValues,
    done: ({ email }) => {
      setIsCreated(true);
      toastSuccess(accountsNotices.signedUp);
      navigate(`/verify-email?${new URLSearchParams({ email })}`, { state: { created: true } });
    },
    invalid: toastInvalid,
    refused: ({ field: at }) => {
      if (at !== undefined) toastInvalid();
      return false;
    },
  });
  const isBusy = busy || isCreated;
  const hasAgreed = form.get('agreed') === true;
  return (
    <div className="trade">
      <form className="sheet neat form" noValidate onSubmit={submit}>
        <EmailField {...field('email')} autoComplete="email" hint="We'll email you a link to activate your account." />
        <div className="two">
          <PasswordField {...field('password')} label="Password" autoComplete="new-password" hint={passwordHint} />
          <PasswordField {...field('confirmPassword')} label="Confirm password" autoComplete="new-password" />
        </div>
        <Field
          {...field('dateOfBirth')}
          label="Date of birth"
          type="date"
          autoComplete="bday"
          hint="You must be at least 18."
        />
        <Checkbox {...field('agreed')} label={<Consent />} />
        <div>
          <Button
            type="submit"
            full
            busy={isBusy}
            disabled={!hasAgreed}
            aria-describedby={hasAgreed ? undefined : 'opens'}
          >
            {isBusy ? 'Creating Account...' : 'Create Account'}
          </Button>
          {!hasAgreed && (
            <p className="hint" id="opens">
              Tick the box to agree, then create your account.
            </p>
          )}
        </div>
      </form>
    </div>
  );
}
