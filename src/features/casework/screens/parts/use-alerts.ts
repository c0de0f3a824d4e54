import { api } from '../../../../ui/client.ts';
import { usePages, usePlace } from '../../../../ui/desk/use-list.ts';
import { type AlertPriority, type AlertType, alertPriorities, alertTypeCodes } from '../../../compliance/alerts.ts';
import { alertViews } from '../../../compliance/filters.ts';

export type AlertPart = (typeof alertViews)[number];

export const alertParts: readonly { key: AlertPart; name: string }[] = [
  { key: 'open', name: 'Open' },
  { key: 'overdue', name: 'Overdue' },
  { key: 'mine', name: 'Mine' },
  { key: 'unassigned', name: 'Nobody’s' },
  { key: 'closed', name: 'Closed' },
];

/** What is looked at stands in the address: it survives a reload and can be sent to a colleague. */
export function useAlertsPlace() {
  const { params, search, set } = usePlace();
  const view: AlertPart = alertViews.find((key) => key === params.get('view')) ?? 'open';
  const priority: AlertPriority | null = alertPriorities.find((key) => key === params.get('priority')) ?? null;
  const type: AlertType | null = alertTypeCodes.find((key) => key === params.get('type')) ?? null;
  return { part: { view, priority, type, search }, selected: params.get('alert'), alone: params.has('alone'), set };
}

export type AlertsPart = ReturnType<typeof useAlertsPlace>['part'];

export const useAlerts = ({ search, ...part }: AlertsPart) =>
  usePages(api.compliance.alerts, (after) => ({ ...part, search: search.slice(0, 80), after }));
