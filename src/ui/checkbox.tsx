import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

type CheckboxProps = { label: ReactNode; error?: string | undefined } & Omit<ComponentProps<'input'>, 'type'>;

/** A box to tick. The label may hold links; `field('terms')` of a form spreads into it. */
export function Checkbox({ label, error, id: given, ...input }: CheckboxProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <div className="field">
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
      {error && (
        <div className="err" id={`${id}-error`} role="alert">
          <CircleAlert className="ic" aria-hidden="true" />
          {error}
        </div>
      )}
    </div>
  );
}
