import { ApprovalPanel } from '../../../../ui/admin/approval-panel.tsx';
import { useDecide } from '../../../../ui/admin/use-decide.ts';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { TableHead } from '../../../../ui/table-head.tsx';
import type { SettingKey } from '../../../settings/schema.ts';
import { settingNotices } from '../../messages.ts';
import type { SettingProposal } from '../data.ts';
import { getChangedRows, settingForms } from './setting-fields.ts';

const Change = ({ settingKey, before, after }: { settingKey: SettingKey; before: unknown; after: unknown }) => (
  <table className="cmp num change">
    <TableHead columns={['Setting', 'Current', 'Proposed']} />
    <tbody>
      {getChangedRows(settingKey, before, after).map((row) => (
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
  canChange: boolean;
};

export function ProposalBox({ proposal, settingKey, value, personId, canChange }: ProposalBoxProps) {
  const { decide, busy } = useDecide(
    { command: api.settings.decide.mutationOptions(), staleKey: api.settings.key(), notices: settingNotices },
    proposal.id,
  );
  const isMine = proposal.proposedBy === personId;
  const change = <Change settingKey={settingKey} before={value} after={proposal.payload} />;
  const { title } = settingForms[settingKey];
  return (
    <div className="proposal">
      <p className="num">
        <b>{isMine ? 'You' : proposal.proposer}</b> proposed this change, {formatDateTime(proposal.proposedAt)}.{' '}
        <span className="ink-2">
          {isMine
            ? 'A colleague in finance or admin can approve it.'
            : canChange
              ? `You can approve it. ${proposal.proposer} can't.`
              : 'Finance or admin can approve it.'}
        </span>
      </p>
      {change}
      {canChange && (
        <ApprovalPanel
          isProposer={isMine}
          busy={busy}
          onDecide={decide}
          confirmation={{ title: `Approve: ${title}`, says: 'Apply change', wide: true }}
        >
          <p className="ink-2">The change applies to every new order from now on.</p>
          {change}
        </ApprovalPanel>
      )}
    </div>
  );
}
