import { type ComponentProps, useId, useState } from 'react';
import { Field, FieldFrame, type FieldTexts } from '../../../ui/field.tsx';

export const EmailField = (props: Omit<ComponentProps<typeof Field>, 'label'>) => (
  <Field {...props} label="Email" type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
);

type PasswordFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'type' | 'prefix'>;

export function PasswordField({ label, labelNote, hint, error, ...input }: PasswordFieldProps) {
  const generatedId = useId();
  const id = input.id ?? generatedId;
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} labelNote={labelNote} hint={hint} error={error}>
      {(ids) => (
        <div className="ctl">
          <input
            {...input}
            {...ids}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className="btn bare sm"
            aria-controls={id}
            aria-label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

/** The hint says 8 [000 §5 Password, decision B1]. */
export const passwordHint =
  'At least 8 characters, with lowercase and uppercase letters, a number and a special character such as !\u00a0@\u00a0#\u00a0$\u00a0%.';
