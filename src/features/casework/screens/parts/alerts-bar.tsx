import type { RefObject } from 'react';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { KindField, ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { alertPriorities, alertTypes } from '../../../compliance/alerts.ts';
import type { AlertPage } from '../../../compliance/views.ts';
import { priorityLabels } from './labels.ts';
import { type AlertFilters, alertViewTabs } from './use-alerts.ts';

type AlertsBarProps = {
  filters: AlertFilters;
  counts: AlertPage['counts'] | undefined;
  field: RefObject<HTMLInputElement | null>;
  onChange: (change: Record<string, string>) => void;
};

const priorities = alertPriorities.map((key) => ({ key, name: priorityLabels[key].text }));

export const AlertsBar = ({ filters, counts, field, onChange }: AlertsBarProps) => (
  <div className="bar2">
    <SearchField
      label="Search alerts"
      placeholder="Name, email, order"
      search={filters.search}
      field={field}
      onSearch={(search) => onChange({ search })}
    />
    <ViewChips
      views={alertViewTabs}
      chosen={filters.view}
      counts={counts}
      uncounted={['closed']}
      onChoose={(view) => onChange({ view: view === 'open' ? '' : view })}
    />
    <ViewChips
      legend="Priority"
      views={priorities}
      chosen={filters.priority}
      counts={counts}
      onChoose={(priority) => onChange({ priority: priority === filters.priority ? '' : priority })}
    />
    <KindField kinds={alertTypes} chosen={filters.type} onChoose={(type) => onChange({ type })} />
  </div>
);
