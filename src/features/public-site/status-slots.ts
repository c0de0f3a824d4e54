import type { Services } from '../../platform/http/procedure.ts';
import type { Slots } from '../../platform/pages/pages.ts';
import { formatDateTime } from '../../ui/format.ts';
import { getWorstState, type State } from '../status/assess.ts';
import { statusComponents } from '../status/components.ts';
import { type HistoryEntry, loadStatus } from '../status/load-status.ts';
import { historyLevels, maxHistory, stateBadges, summaries } from './status-texts.ts';

const formatPeriod = ({ startsAt, endsAt }: HistoryEntry, at: Date): string =>
  endsAt === null || endsAt > at
    ? `Since ${formatDateTime(startsAt)}`
    : `${formatDateTime(startsAt)} to ${formatDateTime(endsAt)}`;

function historySlots(history: readonly HistoryEntry[], at: Date): Slots {
  const entries = history.slice(0, maxHistory).map((entry, index): [string, string][] => {
    const { name, kind } = historyLevels[entry.level];
    return [
      [`status.history.${index}.when`, formatPeriod(entry, at)],
      [`status.history.${index}.name`, entry.name],
      [`status.history.${index}.text`, entry.text],
      [`status.history.${index}.class`, kind],
      [`status.history.${index}.word`, name],
    ];
  });
  return Object.fromEntries([...entries.flat(), ['status.none', history.length === 0 ? summaries.nothing : '']]);
}

function componentSlots(id: string, state: State | undefined, texts: readonly string[]): [string, string][] {
  if (!state) return [[`status.${id}.on`, '']];
  return [
    [`status.${id}.on`, 'yes'],
    [`status.${id}.class`, stateBadges[state].kind],
    [`status.${id}.word`, stateBadges[state].word],
    [`status.${id}.text`, texts.join(' ')],
  ];
}

/** Slots of `/status`. Components that are not offered, and unused lines of the history, are removed. */
export async function statusSlots(services: Services): Promise<Slots> {
  const status = await loadStatus(services).catch(() => null);
  if (!status) return { 'status.summary': summaries.failed, 'status.none': summaries.failed };
  const { at, components, history } = status;
  return {
    ...Object.fromEntries(
      statusComponents.flatMap(({ id }) => {
        const found = components.get(id);
        return componentSlots(id, found?.state, found?.texts ?? []);
      }),
    ),
    ...historySlots(history, at),
    'status.summary': summaries[getWorstState([...components.values()].map(({ state }) => state))],
    'status.checked': `Checked ${formatDateTime(at)}, Jamaica time.`,
  };
}
