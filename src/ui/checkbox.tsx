import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';

type CheckboxProps = { label: ReactNode; error?: string | undefined } & Omit<ComponentProps<'input'>, 'type'>;

/** Accepts the props of `field('terms')` from a form. */
export function Checkbox({ label, error, id: givenId, ...input }: CheckboxProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <div className={error ? 'field is-err' : 'field'}>
      <label className="check" htmlFor={id}>
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      <FieldError id={id} text={error} />
    </div>
  );
}
