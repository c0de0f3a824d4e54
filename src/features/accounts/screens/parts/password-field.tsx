import { type ComponentProps, useId, useState } from 'react';
import { FieldFrame, type FieldTexts } from '../../../../ui/field.tsx';

type PasswordFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'type' | 'prefix'>;

/** A password: hidden until asked to show, open to pasting and to password managers. */
export function PasswordField({ label, aside, hint, error, ...input }: PasswordFieldProps) {
  const own = useId();
  const id = input.id ?? own;
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} aside={aside} hint={hint} error={error}>
      {(ids) => (
        <div className="ctl">
          <input
            {...input}
            {...ids}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className="btn bare sm"
            aria-controls={id}
            aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
