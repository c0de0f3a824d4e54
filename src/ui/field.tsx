import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { regroupField } from './amount-text.ts';

/** What is wrong with a field, below it; `id` is the field's. */
export const FieldError = ({ id, text }: { id: string; text: string | undefined }) =>
  text ? (
    <div className="err" id={`${id}-error`} role="alert">
      <CircleAlert className="ic" aria-hidden="true" />
      {text}
    </div>
  ) : null;

export type FieldTexts = {
  label: ReactNode;
  /** Stands small at the right of the label: "Optional", "Min J$1,000". */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

type FieldIds = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

/** Label above, hint and error below, tied to the control that `children` draws with the ids it is given. */
export function FieldFrame({
  id: given,
  label,
  aside,
  hint,
  error,
  children,
}: FieldTexts & { id?: string | undefined; children: (ids: FieldIds) => ReactNode }) {
  const own = useId();
  const id = given ?? own;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={error ? 'field is-err' : 'field'}>
      <label htmlFor={id}>
        {label}
        {aside && <small>{aside}</small>}
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
    /** Stands inside, before or after what is typed: a currency mark, a unit. Text only; nothing to operate. */
    prefix?: ReactNode;
    suffix?: ReactNode;
    /** An amount: its thousands are grouped while it is typed. `large`: the one that a screen is about. */
    amount?: boolean | 'large';
    /** Computed, not typed: dashed border, read only. */
    fixed?: boolean;
  };

/** One line of input. Takes everything an input takes, so `field('name')` of a form spreads into it. */
export function Field({ label, aside, hint, error, prefix, suffix, amount, fixed, ...input }: FieldProps) {
  const look = ['ctl', amount === 'large' && 'amount', fixed && 'fixed'].filter(Boolean).join(' ');
  return (
    <FieldFrame id={input.id} label={label} aside={aside} hint={hint} error={error}>
      {(ids) => (
        <div className={look}>
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

/** Several lines of input. */
export function TextField({ label, aside, hint, error, ...area }: FieldTexts & ComponentProps<'textarea'>) {
  return (
    <FieldFrame id={area.id} label={label} aside={aside} hint={hint} error={error}>
      {(ids) => (
        <div className="ctl">
          <textarea {...area} {...ids} />
        </div>
      )}
    </FieldFrame>
  );
}
