import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { SecondPerson } from '../../../ui/desk/second-person.tsx';
import { useDecide } from '../../../ui/desk/use-decide.ts';
import { Field, FieldError, TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { momentText } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { Rejected } from '../../approvals/screens/rejected.tsx';
import { scamDeskNotices } from '../desk/desk-notices.ts';
import { ProposeWarning, WithdrawWarning } from '../desk/desk-schema.ts';
import { reasonIn, withdrawReasons } from '../desk/reasons.ts';
import { isPublishable, kindText, verdictWords } from '../warning-words.ts';
import { ReasonField, useTold } from './desk-dialogs.tsx';
import type { MatterCase, MatterPublication, MatterThing } from './desk-words.ts';
import { ThingValue } from './thing-value.tsx';

const verdictOn = ({ verdicts }: MatterCase, { verdictId }: MatterThing) =>
  verdicts.find(({ id }) => id === verdictId)?.verdict ?? null;

/** What was judged so that people may be warned of it or told that it is sound, and is in no warning yet. */
const publishable = (matter: MatterCase) =>
  matter.indicators.filter((one) => {
    const verdict = verdictOn(matter, one);
    return !one.common && !one.warned && verdict !== null && isPublishable(verdict);
  });

/** Title, summary and what it warns of: frozen until somebody else agrees. */
function ProposeDialog({ matter, onClose }: { matter: MatterCase; onClose: () => void }) {
  const things = publishable(matter);
  const verdict = (things[0] && verdictOn(matter, things[0])) ?? 'unclear';
  const start = {
    ...{ matterId: matter.id, title: matter.reports[0]?.name ?? '', indicators: [] as string[] },
    summary: verdictWords[verdict].long,
  };
  const { form, field, errorOf, busy, submit } = useCommandForm(ProposeWarning, api.scamDesk.proposeWarning, {
    start,
    ...useTold('proposed', onClose),
  });
  const { indicators } = form.values();
  const flip = (id: string) => (indicators.includes(id) ? indicators.filter((one) => one !== id) : [...indicators, id]);
  return (
    <ActDialog title="Propose to publish" says="Propose" wide busy={busy} submit={submit} onClose={onClose}>
      <p className="ink-2">Somebody else of compliance or admin reads these very words and agrees, or not.</p>
      <Field label="Title" maxLength={160} {...field('title')} />
      <TextField
        label="Summary"
        hint="What was reported and what we saw. A judgement, and nothing about who anybody is."
        rows={5}
        maxLength={3_000}
        {...field('summary')}
      />
      <fieldset className="field">
        <legend className="label">What it is about</legend>
        {things.map((one) => (
          <Checkbox
            key={one.id}
            label={`${kindText(one)}: ${one.value}`}
            checked={indicators.includes(one.id)}
            onChange={() => form.set('indicators', flip(one.id) as never)}
          />
        ))}
        <FieldError id="indicators" text={errorOf('indicators')} />
      </fieldset>
    </ActDialog>
  );
}

type ProposalProps = { matter: MatterCase; proposal: MatterCase['proposals'][number] };

const Words = ({ matter, proposal }: ProposalProps) => (
  <div className="stack">
    <p>
      <b className="wrap-any">{proposal.title}</b>, {verdictWords[proposal.verdict].short.toLowerCase()}
    </p>
    <p className="as-written wrap-any">{proposal.summary}</p>
    <ul className="lines">
      {matter.indicators
        .filter(({ id }) => proposal.indicators.includes(id))
        .map((one) => (
          <li key={one.id}>
            <span className="ink-2">{kindText(one)}</span>{' '}
            <b>
              <ThingValue thing={one} />
            </b>
          </li>
        ))}
    </ul>
  </div>
);

/** What was not judged with a proposal: whoever agrees sees that it came, and publishes none of it. */
function Since({ matter, proposal }: ProposalProps) {
  const { indicators, verdictId } = proposal;
  const since = matter.indicators.filter(
    (one) => !one.common && one.verdictId !== verdictId && !indicators.includes(one.id),
  );
  if (since.length === 0) return null;
  return (
    <p className="ink-2 wrap-any">
      Not judged with it, and not published with it: {since.map(({ value }) => value).join(', ')}.
    </p>
  );
}

function Waiting({ matter, proposal }: ProposalProps) {
  const command = api.scamDesk.decideWarning.mutationOptions();
  const { decide, busy } = useDecide({ command, stale: api.scamDesk.key(), notices: scamDeskNotices }, proposal.id);
  return (
    <div className="proposal">
      <p className="num">
        <b>{proposal.mine ? 'You' : proposal.proposer}</b> proposed to publish this,{' '}
        {momentText(proposal.proposedAt, { year: true })}.
      </p>
      <Words matter={matter} proposal={proposal} />
      <Since matter={matter} proposal={proposal} />
      {matter.may.judge && (
        <SecondPerson
          own={proposal.mine}
          busy={busy}
          onDecide={decide}
          asks={{ title: 'Publish this', says: 'Publish', wide: true }}
        >
          <Words matter={matter} proposal={proposal} />
        </SecondPerson>
      )}
    </div>
  );
}

function WithdrawDialog({ publication, onClose }: { publication: MatterPublication; onClose: () => void }) {
  const { form, field, busy, submit } = useCommandForm(WithdrawWarning, api.scamDesk.withdrawWarning, {
    start: { publicationId: publication.id, reasonCode: '' },
    ...useTold('withdrawn', onClose),
  });
  return (
    <ActDialog title="Withdraw the warning" says="Withdraw" grave busy={busy} submit={submit} onClose={onClose}>
      <ReasonField reasons={withdrawReasons} chosen={form.values().reasonCode} {...field('reasonCode')} />
    </ActDialog>
  );
}

/** What of the matter everybody reads, or is about to. */
export function Publishing({ matter }: { matter: MatterCase }) {
  const [act, setAct] = useState<'propose' | MatterPublication | null>(null);
  const { proposals, publications, may } = matter;
  const mayPropose = may.judge && proposals.length === 0 && publishable(matter).length > 0;
  return (
    <Part id="publishing" title="Published">
      {publications.length === 0 && proposals.length === 0 && <p className="ink-2">Nothing is published of it.</p>}
      {publications.map((one) => (
        <div key={one.id} className="stack">
          <p className="num">
            <Link to={`/scams/${one.slug}`}>{one.title}</Link>, {momentText(one.publishedAt, { year: true })}
          </p>
          {one.withdrawnAt ? (
            <p className="ink-2">
              Withdrawn {momentText(one.withdrawnAt, { year: true })}:{' '}
              {reasonIn(withdrawReasons, one.withdrawnCode ?? '')?.staff}
            </p>
          ) : (
            may.judge && (
              <div className="row">
                <Button look="bad-line" size="small" onClick={() => setAct(one)}>
                  Withdraw the warning
                </Button>
              </div>
            )
          )}
        </div>
      ))}
      {proposals.map((proposal) => (
        <Waiting key={proposal.id} matter={matter} proposal={proposal} />
      ))}
      <Rejected kinds={['scam_warning']} subject={matter.id} />
      {mayPropose && (
        <div className="row">
          <Button look="line" onClick={() => setAct('propose')}>
            Propose to publish
          </Button>
        </div>
      )}
      {act === 'propose' && <ProposeDialog matter={matter} onClose={() => setAct(null)} />}
      {act !== null && act !== 'propose' && <WithdrawDialog publication={act} onClose={() => setAct(null)} />}
    </Part>
  );
}
