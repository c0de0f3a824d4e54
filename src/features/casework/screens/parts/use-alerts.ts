import { usePages, useUrlState } from '../../../../ui/admin/use-list.ts';
import { api } from '../../../../ui/client.ts';
import { type AlertPriority, type AlertType, alertPriorities, alertTypeCodes } from '../../../compliance/alerts.ts';
import { alertViews } from '../../../compliance/list-filters.ts';

export type AlertViewCode = (typeof alertViews)[number];

export const alertViewTabs: readonly { key: AlertViewCode; name: string }[] = [
  { key: 'open', name: 'Open' },
  { key: 'overdue', name: 'Overdue' },
  { key: 'mine', name: 'Mine' },
  { key: 'unassigned', name: 'Unassigned' },
  { key: 'closed', name: 'Closed' },
];

/** Filters live in the URL: they survive a reload and can be shared. */
export function useAlertsUrlState() {
  const { params, search, set } = useUrlState();
  const view: AlertViewCode = alertViews.find((key) => key === params.get('view')) ?? 'open';
  const priority: AlertPriority | null = alertPriorities.find((key) => key === params.get('priority')) ?? null;
  const type: AlertType | null = alertTypeCodes.find((key) => key === params.get('type')) ?? null;
  return { filters: { view, priority, type, search }, selected: params.get('alert'), alone: params.has('alone'), set };
}

export type AlertFilters = ReturnType<typeof useAlertsUrlState>['filters'];

export const useAlerts = ({ search, ...filters }: AlertFilters) =>
  usePages(api.compliance.alerts, (after) => ({ ...filters, search: search.slice(0, 80), after }));
