import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { momentText } from '../../../../ui/format.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import type { SettingKey } from '../../../settings/schema.ts';
import { settingNotices } from '../../messages.ts';
import type { SettingProposal } from './data.ts';
import { changedRows, settingSheets } from './setting-fields.ts';

type Decision = 'approve' | 'reject' | 'withdraw';

/** Old and new beside each other, only what differs. */
const Change = ({ settingKey, before, after }: { settingKey: SettingKey; before: unknown; after: unknown }) => (
  <table className="cmp num change">
    <thead>
      <tr>
        <th scope="col">What</th>
        <th scope="col">In force</th>
        <th scope="col">Proposed</th>
      </tr>
    </thead>
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

function useDecide(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    ...api.settings.decide.mutationOptions(),
    onSuccess: (_, { decision }) => {
      toastSuccess(settingNotices[decision].title, settingNotices[decision].text);
      onDone();
    },
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries({ queryKey: api.settings.key() }),
  });
}

type ProposalBoxProps = {
  proposal: SettingProposal;
  settingKey: SettingKey;
  value: unknown;
  personId: string;
  mayChange: boolean;
};

/** A change that waits for its second person: what differs, who asked, and what this person may do about it. */
export function ProposalBox({ proposal, settingKey, value, personId, mayChange }: ProposalBoxProps) {
  const [sure, setSure] = useState(false);
  const decide = useDecide(() => setSure(false));
  const own = proposal.proposedBy === personId;
  const send = (decision: Decision) => decide.mutate({ proposalId: proposal.id, decision });
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
        <div className="row">
          {own ? (
            <Button look="line" busy={decide.isPending} onClick={() => send('withdraw')}>
              Withdraw
            </Button>
          ) : (
            <>
              <Button onClick={() => setSure(true)}>Approve</Button>
              <Button look="bad-line" busy={decide.isPending} onClick={() => send('reject')}>
                Reject
              </Button>
            </>
          )}
        </div>
      )}
      <Dialog
        open={sure}
        onClose={() => setSure(false)}
        title={`Approve: ${title}`}
        wide
        acts={
          <>
            <Button look="line" onClick={() => setSure(false)}>
              Back
            </Button>
            <Button busy={decide.isPending} onClick={() => send('approve')}>
              Put in force
            </Button>
          </>
        }
      >
        <p className="ink-2">It holds from now on, for every new order.</p>
        {change}
      </Dialog>
    </div>
  );
}
