import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts } from './field.tsx';

export type Option = { value: string; name: string; disabled?: boolean };

type SelectProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly Option[];
    /** An empty first line such as "Choose": leave it out where there is always a value. */
    empty?: string;
  };

/** A choice from a list, drawn by the device itself. `field('name')` of a form spreads into it. */
export function SelectField({ label, aside, hint, error, options, empty, ...select }: SelectProps) {
  return (
    <FieldFrame id={select.id} label={label} aside={aside} hint={hint} error={error}>
      {(ids) => (
        <div className="ctl">
          <select {...select} {...ids}>
            {empty !== undefined && <option value="">{empty}</option>}
            {options.map(({ value, name, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
    </FieldFrame>
  );
}
