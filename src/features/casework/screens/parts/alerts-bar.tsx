import type { RefObject } from 'react';
import { SearchField } from '../../../../ui/desk/search-field.tsx';
import { KindField, ViewChips } from '../../../../ui/desk/view-chips.tsx';
import { alertPriorities, alertTypes } from '../../../compliance/alerts.ts';
import type { AlertPage } from '../../../compliance/views.ts';
import { type AlertsPart, alertParts } from './use-alerts.ts';
import { priorityWords } from './words.ts';

type AlertsBarProps = {
  part: AlertsPart;
  counts: AlertPage['counts'] | undefined;
  field: RefObject<HTMLInputElement | null>;
  onChange: (change: Record<string, string>) => void;
};

const priorities = alertPriorities.map((key) => ({ key, name: priorityWords[key].text }));

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
    <ViewChips
      views={alertParts}
      chosen={part.view}
      counts={counts}
      uncounted={['closed']}
      onChoose={(view) => onChange({ view: view === 'open' ? '' : view })}
    />
    <ViewChips
      legend="Priority"
      views={priorities}
      chosen={part.priority}
      counts={counts}
      onChoose={(priority) => onChange({ priority: priority === part.priority ? '' : priority })}
    />
    <KindField kinds={alertTypes} chosen={part.type} onChoose={(type) => onChange({ type })} />
  </div>
);
