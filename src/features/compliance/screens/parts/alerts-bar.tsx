import type { RefObject } from 'react';
import { SearchField } from '../../../staff/screens/desk/search-field.tsx';
import { alertPriorities, alertTypes } from '../../alerts.ts';
import type { AlertPage } from '../../views.ts';
import { type AlertsPart, alertParts } from './use-alerts.ts';
import { priorityWords } from './words.ts';

type AlertsBarProps = {
  part: AlertsPart;
  counts: AlertPage['counts'] | undefined;
  field: RefObject<HTMLInputElement | null>;
  onChange: (change: Record<string, string>) => void;
};

/** Search, state, priority and kind, with their counts. A priority that is pressed again is let go. */
export const AlertsBar = ({ part, counts, field, onChange }: AlertsBarProps) => (
  <div className="bar2">
    <SearchField
      label="Search alerts"
      placeholder="Name, e-mail, order"
      search={part.search}
      field={field}
      onSearch={(search) => onChange({ search })}
    />
    <fieldset className="chips" aria-label="State">
      {alertParts.map(({ key, name }) => (
        <button
          key={key}
          type="button"
          className="chip"
          aria-pressed={key === part.view}
          onClick={() => onChange({ view: key === 'open' ? '' : key })}
        >
          {name} {key !== 'closed' && <span className="n">{counts?.[key] ?? ''}</span>}
        </button>
      ))}
    </fieldset>
    <fieldset className="chips" aria-label="Priority">
      {alertPriorities.map((each) => (
        <button
          key={each}
          type="button"
          className="chip"
          aria-pressed={each === part.priority}
          onClick={() => onChange({ priority: each === part.priority ? '' : each })}
        >
          {priorityWords[each].text} <span className="n">{counts?.[each] ?? ''}</span>
        </button>
      ))}
    </fieldset>
    <div className="ctl kind">
      <select aria-label="Kind" value={part.type ?? ''} onChange={(event) => onChange({ type: event.target.value })}>
        <option value="">Every kind</option>
        {Object.entries(alertTypes).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  </div>
);
