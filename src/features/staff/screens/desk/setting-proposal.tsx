import { api } from '../../../../ui/client.ts';
import { SecondPerson } from '../../../../ui/desk/second-person.tsx';
import { useDecide } from '../../../../ui/desk/use-decide.ts';
import { momentText } from '../../../../ui/format.ts';
import { TableHead } from '../../../../ui/table-head.tsx';
import type { SettingKey } from '../../../settings/schema.ts';
import { settingNotices } from '../../messages.ts';
import type { SettingProposal } from './data.ts';
import { changedRows, settingSheets } from './setting-fields.ts';

/** Old and new beside each other, only what differs. */
const Change = ({ settingKey, before, after }: { settingKey: SettingKey; before: unknown; after: unknown }) => (
  <table className="cmp num change">
    <TableHead columns={['What', 'In force', 'Proposed']} />
    <tbody>
      {changedRows(settingKey, before, after).map((row) => (
        <tr key={row.label + row.before + row.after}>
          <th scope="row">{row.label}</th>
          <td>{row.before}</td>
          <td className="b">{row.after}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

type ProposalBoxProps = {
  proposal: SettingProposal;
  settingKey: SettingKey;
  value: unknown;
  personId: string;
  mayChange: boolean;
};

/** A change that waits for its second person: what differs, who asked, and what this person may do about it. */
export function ProposalBox({ proposal, settingKey, value, personId, mayChange }: ProposalBoxProps) {
  const { decide, busy } = useDecide(
    { command: api.settings.decide.mutationOptions(), stale: api.settings.key(), notices: settingNotices },
    proposal.id,
  );
  const own = proposal.proposedBy === personId;
  const change = <Change settingKey={settingKey} before={value} after={proposal.payload} />;
  const { title } = settingSheets[settingKey];
  return (
    <div className="proposal">
      <p className="num">
        <b>{own ? 'You' : proposal.proposer}</b> proposed this change, {momentText(proposal.proposedAt)}.{' '}
        <span className="ink-2">
          {own
            ? 'Somebody else of finance or admin may approve it.'
            : mayChange
              ? `You may approve it, ${proposal.proposer} may not.`
              : 'Finance or admin may approve it.'}
        </span>
      </p>
      {change}
      {mayChange && (
        <SecondPerson
          own={own}
          busy={busy}
          onDecide={decide}
          asks={{ title: `Approve: ${title}`, says: 'Put in force', wide: true }}
        >
          <p className="ink-2">It holds from now on, for every new order.</p>
          {change}
        </SecondPerson>
      )}
    </div>
  );
}
