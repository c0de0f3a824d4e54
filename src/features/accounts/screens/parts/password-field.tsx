import { type ComponentProps, useId, useState } from 'react';
import { FieldFrame, type FieldTexts } from '../../../../ui/field.tsx';

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
