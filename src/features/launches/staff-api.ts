import { after, hours } from '../../kernel/clock.ts';
import { paginate } from '../../kernel/pagination.ts';
import { isSamePerson } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { getAllowedCommands } from './allowed-commands.ts';
import { lateAfterHours } from './limits.ts';
import { refusalCodes, refuse } from './messages.ts';
import { launchPermissions } from './permissions.ts';
import { ask, decide } from './review.ts';
import { OneLaunch } from './schema.ts';
import type { StaffLaunch } from './shapes.ts';
import { LaunchPage } from './staff-schema.ts';
import { countLaunches, findDecision, findLaunch, findLaunches, findQuestions } from './staff-store.ts';

const pageSize = 50;
const lateBefore = (now: Date) => after(now, -hours(lateAfterHours));

const list = staff(launchPermissions.look)
  .input(LaunchPage)
  .handler(async function list({ context: { services, tx }, input }) {
    const now = services.clock();
    const late = lateBefore(now);
    const [rows, counts] = await Promise.all([
      findLaunches(tx, { ...input, lateBefore: late, limit: pageSize + 1 }),
      countLaunches(tx, late),
    ]);
    const { page, next } = paginate(rows, pageSize, ({ at, id }) => ({ at, id }));
    const lines = page.map((row) => ({ ...row, late: row.status === 'submitted' && row.at < late }));
    return { lines, next, counts };
  });

const count = staff(launchPermissions.look).handler(async function count({ context: { services, tx } }) {
  const { waiting } = await countLaunches(tx, lateBefore(services.clock()));
  return { waiting };
});

const show = staff(launchPermissions.look)
  .errors(refusalCodes('approvals.own_matter', 'launches.not_found'))
  .input(OneLaunch)
  .handler(async function show({ context: { tx, person }, input: { submissionId } }): Promise<StaffLaunch> {
    const found = await findLaunch(tx, submissionId);
    if (!found) return refuse('launches.not_found', {});
    if (isSamePerson(person, found.founderId)) return refuse('approvals.own_matter', {});
    const [questions, decision] = await Promise.all([findQuestions(tx, submissionId), findDecision(tx, submissionId)]);
    return { ...found, questions, decision, may: getAllowedCommands(person, { ...found, questions }) };
  });

export const launchesDeskApi = { list, count, show, ask, decide };
