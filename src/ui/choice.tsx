import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';

export type ChoiceOption = { value: string; name: ReactNode; note?: ReactNode; end?: ReactNode; disabled?: boolean };

type ChoiceProps = {
  legend: ReactNode;
  options: readonly ChoiceOption[];
  pair?: boolean;
  error?: string | undefined;
} & Omit<ComponentProps<'input'>, 'type' | 'id'> & { id?: string | undefined };

/** Radio buttons: uncontrolled with the props of `field('way')`, or controlled by `value` and `onChange`. */
export function Choice({ legend, options, pair, error, value, id: givenId, ...input }: ChoiceProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <fieldset className={error ? 'field is-err' : 'field'} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="label">{legend}</legend>
      <div className={pair ? 'choose pair2' : 'choose'}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              {...input}
              type="radio"
              name={input.name ?? id}
              value={option.value}
              disabled={option.disabled ?? input.disabled}
              {...(value === undefined ? {} : { checked: value === option.value })}
            />
            <span>
              <b>{option.name}</b>
              {option.note && <small>{option.note}</small>}
            </span>
            {option.end && <span className="end t-xs ink-2">{option.end}</span>}
          </label>
        ))}
      </div>
      <FieldError id={id} text={error} />
    </fieldset>
  );
}
