import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { useCommand } from '../../../../ui/command.ts';
import { Part } from '../../../../ui/desk/part.tsx';
import { Field } from '../../../../ui/field.tsx';
import { momentText } from '../../../../ui/format.ts';
import NotFound from '../../../../ui/not-found.tsx';
import { NotYet } from '../../../../ui/not-yet.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { toastError, toastSuccess } from '../../../../ui/toast.ts';
import type { RuleSetLine, RuleSets, WholeDraft, WholeRuleSet } from '../../../risk/views.ts';
import { ruleNotices } from '../../desk-messages.ts';
import { asTyped, type DraftErrors, readTyped, type TypedSet } from './draft-form.ts';
import { DraftLimits } from './draft-limits.tsx';
import { DraftRules } from './draft-rules.tsx';
import { draftWords } from './draft-words.ts';
import { Differences, Limits, RuleTable } from './rule-table.tsx';
import { differencesOf } from './rule-words.ts';
import { TrialPanel, useTrial } from './trial-panel.tsx';

const root = '/admin/aml-compliance/rules';

const Back = () => (
  <div className="bar2">
    <Link className="chip" to={root}>
      <ArrowLeft className="ic" aria-hidden="true" />
      Rules
    </Link>
  </div>
);

type Start = { draft: WholeDraft | null; base: WholeRuleSet; sets: RuleSets; trial: ReturnType<typeof useTrial> };

/** A draft of a rule set: written, tried over the past, and proposed to a second person. `new` starts another. */
export function DraftPage({ draftId, sets }: { draftId: string; sets: RuleSets }) {
  const isNew = draftId === 'new';
  const trial = useTrial();
  const draft = useQuery(api.risk.draft.queryOptions({ input: { id: draftId }, enabled: !isNew }));
  const wanted = draft.data?.basedOn ?? sets.inForce;
  const line: RuleSetLine | undefined = sets.sets.find(({ version }) => version === wanted);
  const base = useQuery(api.risk.ruleSet.queryOptions({ input: { id: line?.id ?? '' }, enabled: line !== undefined }));
  const error = draft.error ?? base.error;
  if (error && (refusalWords(error).code === 'risk.not_found' || (error as { status?: number }).status === 400))
    return <NotFound />;
  return (
    <>
      <Back />
      <div className="desk-page">
        {base.data && (isNew || draft.data) ? (
          <Draft draft={draft.data ?? null} base={base.data} sets={sets} trial={trial} />
        ) : (
          <NotYet
            asked={{ error, refetch: () => Promise.all([draft.refetch(), base.refetch()]) }}
            text="The draft could not be read."
            lines={[40, 90, 90, 90, 60]}
          />
        )}
      </div>
    </>
  );
}

function Draft(start: Start) {
  const { draft } = start;
  return draft && draft.state !== 'open' ? <ReadDraft {...start} draft={draft} /> : <WriteDraft {...start} />;
}

const Head = ({ draft, title }: { draft: WholeDraft | null; title: string }) => (
  <header className="page-head">
    <h1>{title}</h1>
    <p className="ink-2 num">
      {draft ? (
        <>
          <Badge kind={draftWords[draft.state].kind}>{draftWords[draft.state].text}</Badge> Based on version{' '}
          {draft.basedOn}. Saved by {draft.author}, {momentText(draft.updatedAt)}.
        </>
      ) : (
        'Not saved yet. A draft judges nothing.'
      )}
    </p>
  </header>
);

/** One that is with its second person, or decided: read, and tried. */
function ReadDraft({ draft, base, trial: { state, start } }: Start & { draft: WholeDraft }) {
  const again = () => void start(draft.id, draft.revision);
  return (
    <>
      <Head draft={draft} title={draft.title} />
      <Part id="differs" title="What changes">
        <Differences
          differences={differencesOf(base.ruleSet, draft.ruleSet)}
          before={`Version ${base.version}`}
          after="This draft"
        />
      </Part>
      <div className="row wraps">
        <Button look="line" busy={state.at === 'busy'} onClick={again}>
          Try it over past orders
        </Button>
      </div>
      <TrialPanel state={state} revision={draft.revision} unsaved={false} onAgain={again} />
      <Part id="whole" title="The whole of it">
        <RuleTable ruleSet={draft.ruleSet} />
        <Limits ruleSet={draft.ruleSet} />
      </Part>
    </>
  );
}

/** The first field that is wrong gets the focus. */
function focusFirst(errors: DraftErrors): void {
  const fields = [...document.querySelectorAll<HTMLElement>('.draft [id]')];
  fields.find(({ id }) => errors[id] !== undefined)?.focus();
}

type Seen = { readonly id: string; readonly revision: number };

/** Sends what was typed over the revision that was on the screen: a newer one of somebody else is never lost. */
function useDraftCommands() {
  const queries = useQueryClient();
  const save = useCommand(api.risk.saveDraft);
  const propose = useCommand(api.risk.propose);
  return {
    busy: save.isPending || propose.isPending,
    reread: () => queries.invalidateQueries({ queryKey: api.risk.key() }),
    /** So that the page of a new draft stands at once. */
    fetch: (id: string) => queries.fetchQuery(api.risk.draft.queryOptions({ input: { id }, staleTime: 0 })),
    save: save.mutateAsync,
    propose: propose.mutateAsync,
  };
}

/** The form and what the buttons at its foot do. Trying and proposing save first: both rest on what the server has. */
function useDraft({ draft, base, trial }: Start) {
  const fresh = () => asTyped(draft?.title ?? '', draft?.ruleSet ?? base.ruleSet, base.ruleSet);
  const navigate = useNavigate();
  const { busy, reread, fetch, save, propose } = useDraftCommands();
  const [typed, setTyped] = useState(fresh);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [seen, setSeen] = useState<Seen | null>(draft);
  const [unsaved, setUnsaved] = useState(draft === null);
  const saved = async (): Promise<Seen | null> => {
    const read = readTyped(typed);
    setErrors(read.errors);
    if (!read.ruleSet || Object.keys(read.errors).length > 0) {
      toastError(ruleNotices.fields);
      requestAnimationFrame(() => focusFirst(read.errors));
      return null;
    }
    if (!unsaved && seen) return { id: seen.id, revision: seen.revision };
    const { id, revision } = await save({
      ...{ id: seen?.id ?? null, revision: seen?.revision ?? 0 },
      ...{ title: typed.title.trim(), ruleSet: read.ruleSet },
    });
    setSeen({ id, revision });
    setUnsaved(false);
    await fetch(id);
    if (!seen) void navigate(`${root}?draft=${id}`, { replace: true });
    return { id, revision };
  };
  /** A refusal was told already; what stands is read again, since somebody else may have changed it. */
  const act = (then: (done: Seen) => Promise<unknown>) => () =>
    void saved()
      .then((done) => done && then(done))
      .catch(() => reread());
  return {
    ...{ typed, errors, busy, unsaved, seen },
    change: (part: Partial<TypedSet>) => {
      setTyped({ ...typed, ...part });
      setUnsaved(true);
    },
    takeTheirs: () => {
      setTyped(fresh());
      setSeen(draft);
      setUnsaved(false);
    },
    save: act(async () => toastSuccess(ruleNotices.saved)),
    tryIt: act(({ id, revision }) => trial.start(id, revision)),
    propose: act(async (done) => {
      await propose(done);
      await reread();
      void navigate(root);
      toastSuccess(ruleNotices.proposed);
    }),
  };
}

type Writing = ReturnType<typeof useDraft>;

const Foot = ({ writing, trying, mayPropose }: { writing: Writing; trying: boolean; mayPropose: boolean }) => (
  <div className="draft-bar">
    <Button look="line" busy={writing.busy || trying} onClick={writing.tryIt}>
      Try it over past orders
    </Button>
    <Button type="submit" look="line" busy={writing.busy}>
      Save draft
    </Button>
    {mayPropose ? (
      <Button busy={writing.busy} onClick={writing.propose}>
        Propose
      </Button>
    ) : (
      <span className="ink-2">Another rule set waits for its second person; this one can be proposed after it.</span>
    )}
  </div>
);

function WriteDraft(start: Start) {
  const { draft, base, sets, trial } = start;
  const writing = useDraft(start);
  const { typed, errors, change, seen } = writing;
  const { ruleSet } = readTyped(typed);
  const theirs = draft !== null && seen !== null && draft.revision > seen.revision && !writing.busy;
  return (
    <form
      className="draft"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!writing.busy) writing.save();
      }}
    >
      <Head draft={draft} title={draft ? draft.title : 'A new draft'} />
      {theirs && (
        <Notice kind="wait" live>
          {draft.author} saved this draft meanwhile.{' '}
          <button type="button" className="link" onClick={writing.takeTheirs}>
            Show what was saved
          </button>
        </Notice>
      )}
      <div className="draft-cols">
        <div className="stack-s">
          <Field
            id="title"
            label="What changes, in a few words"
            maxLength={120}
            autoComplete="off"
            value={typed.title}
            error={errors['title']}
            onChange={(event) => change({ title: event.target.value })}
          />
          <DraftRules rules={typed.rules} errors={errors} onChange={(rules) => change({ rules })} />
          <DraftLimits typed={typed} errors={errors} onChange={change} />
        </div>
        <aside className="stack-s" aria-label="What changes and what it would have done">
          <Part id="differs" title="What changes">
            {ruleSet ? (
              <Differences
                differences={differencesOf(base.ruleSet, ruleSet)}
                before={`Version ${base.version}`}
                after="Draft"
              />
            ) : (
              <p className="ink-2">Shown once every field can be read.</p>
            )}
          </Part>
          <TrialPanel
            state={trial.state}
            revision={seen?.revision ?? 0}
            unsaved={writing.unsaved}
            onAgain={writing.tryIt}
          />
        </aside>
      </div>
      <Foot writing={writing} trying={trial.state.at === 'busy'} mayPropose={sets.proposal === null} />
    </form>
  );
}
