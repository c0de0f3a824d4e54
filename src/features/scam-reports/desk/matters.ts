import { isFor } from '../../../kernel/acts.ts';
import { audit, auditLook, byStaff } from '../../../platform/audit.ts';
import { announce, isOwn } from '../../../platform/database.ts';
import { unlessBroken } from '../../../platform/database-faults.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { openProposalsOn } from '../../approvals/decide.ts';
import { scamActs } from '../acts.ts';
import { indicatorsOf } from '../facts.ts';
import { mayRefuse, refuse } from './desk-messages.ts';
import { MarkCommon, MatterPage, NoteMatter, OneMatter } from './desk-schema.ts';
import {
  addNote,
  countWaiting,
  indicatorsOfMatter,
  markCommon,
  matterById,
  matterLines,
  notesOf,
  publicationsOf,
  reportsOfMatter,
  verdictsOf,
} from './matter-store.ts';
import { refuseOwnReport } from './own-person.ts';
import type { DeskMatter, Warning } from './shapes.ts';

const pageSize = 50;
const nothingExcluded: ReadonlySet<string> = new Set();

/** Everything that a text could name, read as it is kept: a website, a wallet, an account, a name. */
const namedBy = (search: string) =>
  indicatorsOf({ name: search, website: search, contactInfo: search, text: search, facts: [] }, nothingExcluded);

/** The matters of a view. */
export const matters = staffOnly(scamActs.read)
  .input(MatterPage)
  .handler(async ({ context: { tx, services }, input: { search, ...input } }) => {
    const naming = search === '' ? null : namedBy(search);
    const read = await matterLines(tx, { ...input, naming, limit: pageSize + 1 });
    const lines = read.slice(0, pageSize);
    const last = read.length > pageSize ? lines.at(-1) : undefined;
    const at = last && (input.view === 'waiting' ? last.waitsSince : last.lastReportAt);
    return { lines, now: services.clock(), next: last && at ? { at, id: last.id } : null };
  });

/** How many matters, and appeals, wait. */
export const count = staffOnly(scamActs.read).handler(async ({ context: { tx } }) => countWaiting(tx));

/** One matter with everything in it. Who reported is told to compliance and admin alone. */
export const matter = staffOnly(scamActs.read)
  .errors(mayRefuse('scam_desk.not_found', 'approvals.own_matter'))
  .input(OneMatter)
  .handler(async ({ context, input: { matterId } }): Promise<DeskMatter | { movedTo: string }> => {
    const { tx, person, services } = context;
    const found = (await matterById(tx, matterId)) ?? refuse('scam_desk.not_found', {});
    if (found.mergedInto) return { movedTo: found.mergedInto };
    refuseOwnReport(person, found);
    const what = { action: 'scams.matter_viewed', subjectType: 'scam_matter', subjectId: matterId };
    await auditLook(tx, services.clock(), { ...byStaff(context), ...what });
    const { id, openedAt, waitsSince, people, verdictId, took } = found;
    const waiting = await openProposalsOn(tx, 'scam_warning', [id, ...took]);
    return {
      ...{ id, openedAt, waitsSince, people, verdictId },
      indicators: await indicatorsOfMatter(tx, id),
      reports: await reportsOfMatter(tx, id, isFor(scamActs.seeReporter, person.roles)),
      verdicts: await verdictsOf(tx, id),
      notes: await notesOf(tx, id),
      publications: await publicationsOf(tx, id),
      proposals: waiting.map(({ payload, proposer, proposedBy, proposedAt, ...one }) => ({
        ...(payload as Warning),
        ...{ id: one.id, proposer, proposedAt, mine: isOwn(person, proposedBy) },
      })),
      may: { judge: isFor(scamActs.judge, person.roles) },
    };
  });

/** Notes something beside a matter, for everybody who reads it. */
export const note = staffOnly(scamActs.read)
  .errors(mayRefuse('scam_desk.not_found', 'approvals.own_matter'))
  .input(NoteMatter)
  .handler(async ({ context, input: { matterId, text } }) => {
    const { tx, person, services } = context;
    refuseOwnReport(person, (await matterById(tx, matterId)) ?? refuse('scam_desk.not_found', {}));
    await addNote(tx, matterId, { text, now: services.clock() });
    const what = { action: 'scams.noted', subjectType: 'scam_matter', subjectId: matterId };
    await audit(tx, { ...byStaff(context), ...what, after: { note: text } });
    announce(tx, 'desk');
    return { done: true as const };
  });

/** Says that a thing is everybody's, such as the site of a bank, or is not after all: with a word. */
export const mark = staffOnly(scamActs.judge)
  .errors(mayRefuse('scam_desk.not_found', 'approvals.own_matter', 'scam_desk.warned_of'))
  .input(MarkCommon)
  .handler(async ({ context, input: { matterId, indicatorId, common, word } }) => {
    const { tx, person } = context;
    refuseOwnReport(person, (await matterById(tx, matterId)) ?? refuse('scam_desk.not_found', {}));
    const found = (await indicatorsOfMatter(tx, matterId)).find(({ id }) => id === indicatorId);
    if (!found) refuse('scam_desk.not_found', {});
    const write = markCommon(tx, indicatorId, { common, word });
    await unlessBroken(write, 'warned_is_not_common', () => refuse('scam_desk.warned_of', {}));
    const what = { action: 'scams.marked_common', subjectType: 'scam_indicator', subjectId: indicatorId };
    await audit(tx, { ...byStaff(context), ...what, after: { common, word } });
    announce(tx, 'desk');
    return { done: true as const };
  });
