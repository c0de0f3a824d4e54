import { useQueries, useQuery } from '@tanstack/react-query';
import { roleAllows } from '../../../kernel/permissions.ts';
import { adminMeta, useStaffUser } from '../../../ui/admin/frame.tsx';
import { api } from '../../../ui/client.ts';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import { settingActs } from '../../settings/acts.ts';
import { settingKeys } from '../../settings/schema.ts';
import { SettingCard } from './settings/setting-card.tsx';

export const meta = () => adminMeta('Settings');

/** Current values, proposals and history. Every change takes two people (decisions D1, D2). */
export default function SettingsScreen() {
  const person = useStaffUser();
  const settings = useQuery(api.settings.list.queryOptions());
  // Loaded together, so that the cards do not grow after they appear.
  const histories = useQueries({
    queries: settingKeys.map((key) => api.settings.history.queryOptions({ input: { key } })),
  });
  const canChange = roleAllows(settingActs.propose, person.roles);
  return (
    <div className="settings">
      <h1>Settings</h1>
      <p className="ink-2">
        Every change takes two people.
        {!canChange && ' You can view them. Finance or admin can propose and approve changes.'}
      </p>
      {settings.data && !histories.some(({ isPending }) => isPending) ? (
        settingKeys.map((key) => (
          <SettingCard
            key={key}
            settingKey={key}
            value={settings.data.settings[key]}
            proposals={settings.data.proposals.filter(({ subject }) => subject === key)}
            personId={person.id}
            canChange={canChange}
          />
        ))
      ) : (
        <QueryPlaceholder query={settings} text="Couldn't load the settings." lines={[40, 90, 90, 40, 90, 90]} />
      )}
    </div>
  );
}
