import { published } from '../courses.ts';
import { laidCourse, soundDraft } from '../drafts.ts';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import type { Outcome } from './verdicts.ts';

const { sections, ...head } = soundDraft;
const saving = (courseId: string) => ({ courseId, number: 1, head, order: ['one', 'two'], sections });
const whatChanged = 'It says more.';

/** On what each command of those who write courses is tried: a course that somebody else began. */
function authoringInputs(server: TestServer, { ids }: Scene) {
  const begun = async () => ({ courseId: await laidCourse(server, ids.preparer) });
  const offered = async () => {
    const { courseId } = await begun();
    await published(server, { courseId });
    return { courseId };
  };
  return {
    begun,
    offered,
    saving: async () => saving((await begun()).courseId),
    publishing: async () => ({ ...(await begun()), number: 1, whatChanged }),
    withdrawing: async () => ({ ...(await offered()), to: 'withdrawn' }),
    pricing: async () => ({ ...(await begun()), priceUsd: 4_000 }),
  };
}

/** The lines of the matrix about writing courses. */
export function authoringLines(server: TestServer, scene: Scene) {
  const { begun, offered, saving, publishing, withdrawing, pricing } = authoringInputs(server, scene);
  const staff = (input?: () => Promise<unknown>) => ({ own: 'yes' as Outcome, ...(input && { input }) });
  return {
    'authoring/courses': staff(),
    'authoring/make': staff(async () => ({ title: 'A course' })),
    'authoring/course': staff(begun),
    'authoring/save': staff(saving),
    'authoring/check': staff(begun),
    'authoring/preview': staff(async () => ({ markdown: 'A text.' })),
    'authoring/publish': staff(publishing),
    'authoring/offer': staff(withdrawing),
    'authoring/price': staff(pricing),
    'authoring/figures': staff(offered),
  };
}

/** The acts of it that leave an entry each. */
export function authoringActsOf(server: TestServer, scene: Scene): Acts {
  const by = asWho(scene);
  const { publishing, withdrawing, pricing } = authoringInputs(server, scene);
  return {
    'authoring/make': async () => by('admin', { title: 'A course' }),
    'authoring/publish': async () => by('admin', await publishing()),
    'authoring/offer': async () => by('admin', await withdrawing()),
    'authoring/price': async () => by('admin', await pricing()),
  };
}

/** A sound body for each of its commands. */
export const authoringBodies = {
  'authoring/make': { title: 'A course' },
  'authoring/course': { courseId: 'tried' },
  'authoring/save': saving('tried'),
  'authoring/check': { courseId: 'tried' },
  'authoring/preview': { markdown: 'A text.' },
  'authoring/publish': { courseId: 'tried', number: 1, whatChanged },
  'authoring/offer': { courseId: 'tried', to: 'withdrawn' },
  'authoring/price': { courseId: 'tried', priceUsd: 4_000 },
  'authoring/figures': { courseId: 'tried' },
};
