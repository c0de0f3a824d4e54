import { statusWord } from '../../../../ui/format.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { ReviewItem } from './data.ts';

type Reason = ReviewItem['reasons']['reject'][number];

type ReasonPickerProps = {
  label: string;
  reasons: readonly Reason[];
  code: string;
  onCode: (code: string) => void;
  error?: string | undefined;
  /** The first line of the list: nothing chosen. */
  empty?: string;
};

/** A coded reason; what the customer will read stands below the choice before anything is sent (decision D4). */
export function ReasonPicker({ label, reasons, code, onCode, error, empty = 'Choose a reason' }: ReasonPickerProps) {
  const chosen = reasons.find((reason) => reason.code === code);
  return (
    <div>
      <SelectField
        label={label}
        empty={empty}
        options={reasons.map((reason) => ({ value: reason.code, name: statusWord(reason.code) }))}
        value={code}
        error={error}
        onChange={(event) => onCode(event.target.value)}
      />
      {chosen && (
        <div className="reads" role="status">
          <p>
            <b>Customer reads:</b> {chosen.customer}
          </p>
          <p className="ink-2">
            <b>Staff:</b> {chosen.staff}
          </p>
        </div>
      )}
    </div>
  );
}
