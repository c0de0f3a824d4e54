import { isSamePerson, roleAllows } from '../../../kernel/permissions.ts';
import { audit, auditView, byStaff } from '../../../platform/audit.ts';
import { publishTopic } from '../../../platform/database/database.ts';
import { mapConstraintViolation } from '../../../platform/database/database-faults.ts';
import { staff } from '../../../platform/http/procedure.ts';
import { openProposalsOn } from '../../approvals/decide.ts';
import type { KnownAddresses } from '../../assets/addresses.ts';
import { collectIndicators } from '../facts.ts';
import { scamPermissions } from '../permissions.ts';
import {
  addNote,
  countWaiting,
  findCase,
  findCases,
  findIndicators,
  findNotes,
  findPublications,
  findRelatedCases,
  findReports,
  findVerdicts,
  setShared,
} from './case-store.ts';
import { assertNoConflict } from './conflict-of-interest.ts';
import { refusalCodes, refuse } from './messages.ts';
import { AddCaseNote, CaseRef, MarkCommon, MatterPage } from './schema.ts';
import type { CaseDetails, Warning } from './types.ts';

const pageSize = 50;
const noOwnAddresses: KnownAddresses = { wallets: new Set(), tokens: new Set() };

/** Parses a search text as any kind of indicator. */
const parseSearch = (search: string) =>
  collectIndicators({ name: search, website: search, contactInfo: search, text: search, facts: [] }, noOwnAddresses);

export const matters = staff(scamPermissions.read)
  .input(MatterPage)
  .handler(async function matters({ context: { tx, services }, input: { search, ...input } }) {
    const naming = search === '' ? null : parseSearch(search);
    const read = await findCases(tx, { ...input, naming, limit: pageSize + 1 });
    const lines = read.slice(0, pageSize);
    const last = read.length > pageSize ? lines.at(-1) : undefined;
    const at = last && (input.view === 'waiting' ? last.waitsSince : last.lastReportAt);
    return { lines, now: services.clock(), next: last && at ? { at, id: last.id } : null };
  });

export const count = staff(scamPermissions.read).handler(async function count({ context: { tx } }) {
  return countWaiting(tx);
});

/** Returns a case with all details. Only compliance and admin see reporters. */
export const matter = staff(scamPermissions.read)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter'))
  .input(CaseRef)
  .handler(async function matter({ context, input: { matterId } }): Promise<CaseDetails | { movedTo: string }> {
    const { tx, person, services } = context;
    const found = (await findCase(tx, matterId)) ?? refuse('scam_desk.not_found', {});
    if (found.mergedInto) return { movedTo: found.mergedInto };
    assertNoConflict(person, found);
    const what = { action: 'scams.matter_viewed', subjectType: 'scam_matter', subjectId: matterId };
    await auditView(tx, services.clock(), { ...byStaff(context), ...what });
    const { id, openedAt, waitsSince, people, verdictId, took } = found;
    const waiting = await openProposalsOn(tx, 'scam_warning', [id, ...took]);
    return {
      ...{ id, openedAt, waitsSince, people, verdictId },
      indicators: await findIndicators(tx, id),
      reports: await findReports(tx, id, roleAllows(scamPermissions.seeReporter, person.roles)),
      verdicts: await findVerdicts(tx, id),
      notes: await findNotes(tx, id),
      related: await findRelatedCases(tx, id),
      publications: await findPublications(tx, id),
      proposals: waiting.map(({ payload, proposer, proposedBy, proposedAt, ...one }) => ({
        ...(payload as Warning),
        ...{ id: one.id, proposer, proposedAt, mine: isSamePerson(person, proposedBy) },
      })),
      may: { judge: roleAllows(scamPermissions.judge, person.roles) },
    };
  });

export const note = staff(scamPermissions.read)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter'))
  .input(AddCaseNote)
  .handler(async function note({ context, input: { matterId, text } }) {
    const { tx, person, services } = context;
    assertNoConflict(person, (await findCase(tx, matterId)) ?? refuse('scam_desk.not_found', {}));
    await addNote(tx, matterId, { text, now: services.clock() });
    const what = { action: 'scams.noted', subjectType: 'scam_matter', subjectId: matterId };
    await audit(tx, { ...byStaff(context), ...what, after: { note: text } });
    publishTopic(tx, 'desk');
    return { done: true as const };
  });

/** Marks an indicator as shared, such as a bank's website, or removes the mark. */
export const mark = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter', 'scam_desk.warned_of'))
  .input(MarkCommon)
  .handler(async function mark({ context, input: { matterId, indicatorId, common, word } }) {
    const { tx, person } = context;
    assertNoConflict(person, (await findCase(tx, matterId)) ?? refuse('scam_desk.not_found', {}));
    const found = (await findIndicators(tx, matterId)).find(({ id }) => id === indicatorId);
    if (!found) refuse('scam_desk.not_found', {});
    const write = setShared(tx, indicatorId, { common, word });
    await mapConstraintViolation(write, 'warned_is_not_common', () => refuse('scam_desk.warned_of', {}));
    const what = { action: 'scams.marked_common', subjectType: 'scam_indicator', subjectId: indicatorId };
    await audit(tx, { ...byStaff(context), ...what, after: { common, word } });
    publishTopic(tx, 'desk');
    return { done: true as const };
  });
