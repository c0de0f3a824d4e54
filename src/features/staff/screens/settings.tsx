import { useQueries, useQuery } from '@tanstack/react-query';
import { isFor } from '../../../kernel/acts.ts';
import { api } from '../../../ui/client.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { settingActs } from '../../settings/acts.ts';
import { settingKeys } from '../../settings/schema.ts';
import { SettingCard } from './desk/setting-card.tsx';

export const meta = () => deskMeta('Settings');

/** What is in force, what is proposed, what was: every change takes two people (decisions D1, D2). */
export default function SettingsScreen() {
  const person = useDeskPerson();
  const list = useQuery(api.settings.list.queryOptions());
  // Shown at once with the cards, or each of them would grow under the eye when its own came.
  const histories = useQueries({
    queries: settingKeys.map((key) => api.settings.history.queryOptions({ input: { key } })),
  });
  const mayChange = isFor(settingActs.propose, person.roles);
  return (
    <div className="settings">
      <h1>Settings</h1>
      <p className="ink-2">
        Every change takes two people.
        {!mayChange && ' Your role reads them; finance or admin may propose and approve.'}
      </p>
      {list.data && !histories.some(({ isPending }) => isPending) ? (
        settingKeys.map((key) => (
          <SettingCard
            key={key}
            settingKey={key}
            value={list.data.settings[key]}
            proposals={list.data.proposals.filter(({ subject }) => subject === key)}
            personId={person.id}
            mayChange={mayChange}
          />
        ))
      ) : (
        <NotYet asked={list} text="The settings could not be read." lines={[40, 90, 90, 40, 90, 90]} />
      )}
    </div>
  );
}
