import { publishTestCourse } from '../courses.ts';
import { insertDraftCourse, validDraft } from '../drafts.ts';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import type { Outcome } from './outcomes.ts';

const { sections, ...head } = validDraft;
const buildSaveInput = (courseId: string) => ({ courseId, number: 1, head, order: ['one', 'two'], sections });
const whatChanged = 'It says more.';

function createAuthoringInputs(server: TestServer, { ids }: Scene) {
  const insertDraft = async () => ({ courseId: await insertDraftCourse(server, ids.preparer) });
  const insertPublished = async () => {
    const { courseId } = await insertDraft();
    await publishTestCourse(server, { courseId });
    return { courseId };
  };
  return {
    insertDraft,
    buildDraftSave: async () => buildSaveInput((await insertDraft()).courseId),
    buildPublishInput: async () => ({ ...(await insertDraft()), number: 1, whatChanged }),
    buildWithdrawInput: async () => ({ ...(await insertPublished()), to: 'withdrawn' }),
    buildPriceInput: async () => ({ ...(await insertDraft()), priceUsd: 4_000 }),
  };
}

export function buildAuthoringRows(server: TestServer, scene: Scene) {
  const { insertDraft, buildDraftSave, buildPublishInput, buildWithdrawInput, buildPriceInput } = createAuthoringInputs(
    server,
    scene,
  );
  const staff = (input?: () => Promise<unknown>) => ({ own: 'yes' as Outcome, ...(input && { input }) });
  return {
    'authoring/courses': staff(),
    'authoring/create': staff(async () => ({ title: 'A course' })),
    'authoring/course': staff(insertDraft),
    'authoring/save': staff(buildDraftSave),
    'authoring/check': staff(insertDraft),
    'authoring/preview': staff(async () => ({ markdown: 'A text.' })),
    'authoring/publish': staff(buildPublishInput),
    'authoring/offer': staff(buildWithdrawInput),
    'authoring/price': staff(buildPriceInput),
  };
}

export function buildAuthoringCommands(server: TestServer, scene: Scene): SentCommands {
  const by = sendAs(scene);
  const { buildPublishInput, buildWithdrawInput, buildPriceInput } = createAuthoringInputs(server, scene);
  return {
    'authoring/create': async () => by('admin', { title: 'A course' }),
    'authoring/publish': async () => by('admin', await buildPublishInput()),
    'authoring/offer': async () => by('admin', await buildWithdrawInput()),
    'authoring/price': async () => by('admin', await buildPriceInput()),
  };
}

export const authoringBodies = {
  'authoring/create': { title: 'A course' },
  'authoring/course': { courseId: 'tried' },
  'authoring/save': buildSaveInput('tried'),
  'authoring/check': { courseId: 'tried' },
  'authoring/preview': { markdown: 'A text.' },
  'authoring/publish': { courseId: 'tried', number: 1, whatChanged },
  'authoring/offer': { courseId: 'tried', to: 'withdrawn' },
  'authoring/price': { courseId: 'tried', priceUsd: 4_000 },
};
