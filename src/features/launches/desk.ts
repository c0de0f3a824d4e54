import { after, hours } from '../../kernel/clock.ts';
import { pageOf } from '../../kernel/page.ts';
import { type Db, isOwn } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { launchActs } from './acts.ts';
import { LaunchPage } from './desk-schema.ts';
import {
  conflictsOn,
  decisionOn,
  launchAtDesk,
  launchCounts,
  launchFigures,
  launchLines,
  marksOn,
  questionsOn,
  type ReadLaunch,
} from './desk-store.ts';
import { ask, decide, declare, mark } from './judge.ts';
import { lateAfterHours } from './limits.ts';
import { mayRefuse, refuse } from './messages.ts';
import { OneLaunch } from './schema.ts';
import type { DeskLaunch } from './shapes.ts';
import { mayWith } from './standing.ts';

const pageSize = 50;
const lateBefore = (now: Date) => after(now, -hours(lateAfterHours));

/** The launches of a view, with how many each view has and what was decided so far. */
const list = staffOnly(launchActs.look)
  .input(LaunchPage)
  .handler(async ({ context: { services, tx }, input }) => {
    const now = services.clock();
    const late = lateBefore(now);
    const [rows, counts, figures] = await Promise.all([
      launchLines(tx, { ...input, lateBefore: late, limit: pageSize + 1 }),
      launchCounts(tx, late),
      launchFigures(tx),
    ]);
    const { page, next } = pageOf(rows, pageSize, ({ at, id }) => ({ at, id }));
    const lines = page.map((row) => ({ ...row, late: row.status === 'submitted' && row.at < late }));
    return { lines, next, counts, figures };
  });

const count = staffOnly(launchActs.look).handler(async ({ context: { services, tx } }) => {
  const { waiting } = await launchCounts(tx, lateBefore(services.clock()));
  return { waiting };
});

/** Everything that stands beside a launch. */
async function besides(tx: Db, { id }: ReadLaunch) {
  const [questions, marks, conflicts, decision] = await Promise.all([
    questionsOn(tx, id),
    marksOn(tx, id),
    conflictsOn(tx, id),
    decisionOn(tx, id),
  ]);
  return { questions, marks, conflicts, decision };
}

/** One launch, with all that was asked, marked, declared and decided. */
const show = staffOnly(launchActs.look)
  .errors(mayRefuse('approvals.own_matter', 'launches.not_found'))
  .input(OneLaunch)
  .handler(async ({ context: { tx, person }, input: { submissionId } }): Promise<DeskLaunch> => {
    const found = await launchAtDesk(tx, submissionId);
    if (!found) return refuse('launches.not_found', {});
    if (isOwn(person, found.founderId)) return refuse('approvals.own_matter', {});
    const { conflicts, ...more } = await besides(tx, found);
    const told = conflicts.map(({ reviewer: _reviewer, ...told }) => told);
    return { ...found, ...more, conflicts: told, may: mayWith(person, { ...found, ...more, conflicts }) };
  });

/** Coin launches, for whoever works on them. */
export const launchesDeskApi = { list, count, show, ask, declare, mark, decide };
