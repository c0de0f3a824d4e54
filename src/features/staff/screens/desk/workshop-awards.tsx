import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { Code, FactList } from '../../../../ui/desk/facts.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { SecondPerson } from '../../../../ui/desk/second-person.tsx';
import { useDecide } from '../../../../ui/desk/use-decide.ts';
import { useDone, useReread } from '../../../../ui/desk/use-reread.ts';
import { Field } from '../../../../ui/field.tsx';
import { count, several, withUnit } from '../../../../ui/figures.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { NotYet } from '../../../../ui/not-yet.tsx';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { Rejected } from '../../../approvals/screens/rejected.tsx';
import { RecordAward } from '../../../workshops/desk-schema.ts';
import { awardDecided, workshopNotices } from '../../messages.ts';
import { awardWord } from './workshop-words.ts';

type Awards = Awaited<ReturnType<typeof call.workshopsDesk.awards>>;
type Line = Awards['lines'][number];
type Proposal = NonNullable<Awards['proposal']>;

/** Under which hash somebody's coins were sent. */
function RecordDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const { field, busy, submit } = useCommandForm(RecordAward, api.workshopsDesk.recordAward, {
    start: { awardId: line.id, hash: '' },
    ...useDone([api.workshopsDesk.key()], { onClose, says: () => toastSuccess(workshopNotices.awardSent, line) }),
  });
  return (
    <ActDialog title="LGM were sent" says="They are sent" {...{ busy, submit, onClose }}>
      <FactList
        frozen
        facts={[
          ['To', line.attendee],
          ['Wallet', <Code key="wallet" text={line.address ?? ''} />],
          ['LGM', count(line.lgm)],
        ]}
      />
      <Field label="Hash of the transaction" hint="Or the address of its page in an explorer." {...field('hash')} />
    </ActDialog>
  );
}

/** What one person asks to be sent: another one reads each wallet, and agrees or not. */
function Proposed({ proposal, works }: { proposal: Proposal; works: boolean }) {
  const { id, mine, proposer, awards } = proposal;
  const command = api.workshopsDesk.decideAwards.mutationOptions();
  const { decide, busy } = useDecide({ command, stale: api.workshopsDesk.key(), notices: awardDecided }, id);
  const total = count(awards.reduce((sum, { lgm }) => sum + lgm, 0));
  return (
    <div className="stack-s">
      <p>
        <b>{mine ? 'You' : proposer}</b> asked that {total} LGM are sent to {several(awards.length, 'person', 'people')}
        .
      </p>
      {works && (
        <SecondPerson
          own={mine}
          busy={busy}
          onDecide={decide}
          asks={{ title: `Release ${total} LGM`, says: 'Release' }}
        >
          <p>They may then be sent, each to the wallet that was named. This cannot be taken back.</p>
          <ul className="stack-s">
            {awards.map((one) => (
              <li key={one.id} className="wrap-any">
                {one.attendee}: {count(one.lgm)} to <Code text={one.address} />
              </li>
            ))}
          </ul>
        </SecondPerson>
      )}
    </div>
  );
}

function Item({ line, onSent }: { line: Line; onSent: (() => void) | undefined }) {
  const { attendee, state, lgm, address, transactionHash } = line;
  return (
    <li className="stack-s">
      <div className="row between wraps">
        <b className="wrap-any">{attendee}</b>
        <Badge kind={awardWord[state].kind}>{awardWord[state].text}</Badge>
      </div>
      {address && (
        <p className="wrap-any">
          {withUnit(count(lgm), 'LGM')} to <Code text={address} />{' '}
          {state === 'released' && <CopyButton text={address} name="wallet" />}
        </p>
      )}
      {transactionHash && (
        <p className="wrap-any t-xs ink-2">
          Hash <Code text={transactionHash} />
        </p>
      )}
      {onSent && (
        <div className="row">
          <Button look="line" size="small" onClick={onSent}>
            Record as sent
          </Button>
        </div>
      )}
    </li>
  );
}

/** Training coins for who came: asked for by one, released by another, sent by hand and recorded. */
export function Awards({ sessionId, works }: { sessionId: string; works: boolean }) {
  const query = useQuery(api.workshopsDesk.awards.queryOptions({ input: { sessionId } }));
  const { reread } = useReread(api.workshopsDesk.key());
  const [sending, setSending] = useState<Line | null>(null);
  const propose = useMutation({
    ...api.workshopsDesk.proposeAwards.mutationOptions(),
    onSuccess: (asked) => toastSuccess(workshopNotices.awardsAsked, { count: count(asked.count) }),
    onError: toastRefusal,
    onSettled: reread,
  });
  const { lines, proposal } = query.data ?? {};
  const ready = lines?.filter(({ state, own }) => state === 'named' && !own).length ?? 0;
  if (lines?.length === 0) return null;
  return (
    <Part id="awards-heading" title="LGM for who came">
      {!lines && <NotYet asked={query} text="The LGM could not be read." lines={[60, 90, 60]} />}
      {lines && (
        <div className="stack-s">
          {proposal ? (
            <Proposed key={proposal.id} proposal={proposal} works={works} />
          ) : (
            works && (
              <div className="row wraps">
                <Button
                  size="small"
                  busy={propose.isPending}
                  disabled={ready === 0}
                  onClick={() => propose.mutate({ sessionId })}
                >
                  Ask for release
                </Button>
                <span className="t-xs ink-2">
                  {ready === 0 ? 'Nobody waits whose wallet is named.' : `${ready} named a wallet and wait.`}
                </span>
              </div>
            )
          )}
          <Rejected kinds={['award']} subject={sessionId} />
          <ul className="award-lines">
            {lines.map((line) => (
              <Item
                key={line.id}
                line={line}
                onSent={works && line.state === 'released' && !line.own ? () => setSending(line) : undefined}
              />
            ))}
          </ul>
        </div>
      )}
      {sending && <RecordDialog line={sending} onClose={() => setSending(null)} />}
    </Part>
  );
}
