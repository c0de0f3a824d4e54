import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { regroupField } from './amount-input.ts';

export const FieldError = ({ id, text }: { id: string; text: string | undefined }) =>
  text ? (
    <div className="err" id={`${id}-error`} role="alert">
      <CircleAlert className="ic" aria-hidden="true" />
      {text}
    </div>
  ) : null;

export type FieldTexts = {
  label: ReactNode;
  /** Short text to the right of the label, such as "Optional". */
  labelNote?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

type FieldIds = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

export function FieldFrame({
  id: givenId,
  label,
  labelNote,
  hint,
  error,
  children,
}: FieldTexts & { id?: string | undefined; children: (ids: FieldIds) => ReactNode }) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={error ? 'field is-err' : 'field'}>
      <label htmlFor={id}>
        {label}
        {labelNote && <small>{labelNote}</small>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      <FieldError id={id} text={error} />
      {hint && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

type FieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'prefix'> & {
    /** Text inside the field, such as a currency sign. */
    prefix?: ReactNode;
    suffix?: ReactNode;
    /** Groups thousands while typing. `large` is for the main amount of a screen. */
    amount?: boolean | 'large';
    /** Shows a computed, read-only value. */
    fixed?: boolean;
  };

export function Field({ label, labelNote, hint, error, prefix, suffix, amount, fixed, ...input }: FieldProps) {
  const className = ['ctl', amount === 'large' && 'amount', fixed && 'fixed'].filter(Boolean).join(' ');
  return (
    <FieldFrame id={input.id} label={label} labelNote={labelNote} hint={hint} error={error}>
      {(ids) => (
        <div className={className}>
          {prefix && <span className="pre">{prefix}</span>}
          <input
            {...input}
            {...ids}
            readOnly={fixed || input.readOnly}
            onChange={(event) => {
              if (amount) regroupField(event.target, { before: input.value, mark: prefix });
              input.onChange?.(event);
            }}
          />
          {suffix && <span className="post">{suffix}</span>}
        </div>
      )}
    </FieldFrame>
  );
}

export function TextField({ label, labelNote, hint, error, ...area }: FieldTexts & ComponentProps<'textarea'>) {
  return (
    <FieldFrame id={area.id} label={label} labelNote={labelNote} hint={hint} error={error}>
      {(ids) => (
        <div className="ctl">
          <textarea {...area} {...ids} />
        </div>
      )}
    </FieldFrame>
  );
}
