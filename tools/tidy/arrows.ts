import { type Import, namedFiles, type Source } from './source.ts';

/**
 * The rooms by floor, the lowest first (decision 017). A room looks into the floors below its own, never beside it or
 * up, by value or by type, screens included: so no two rooms need each other, on whatever way round.
 */
export const floors: readonly (readonly string[])[] = [
  ['kernel', 'screens'],
  ['platform', 'ui'],
  ['agreements', 'approvals', 'audit', 'documents', 'notices'],
  ['letters', 'location', 'risk', 'roles', 'settings'],
  ['accounts', 'coins', 'news', 'prices'],
  ['compliance', 'learning', 'movements'],
  ['authoring', 'freezes', 'screening'],
  ['appropriateness', 'cards', 'receipts'],
  ['certificates', 'classes', 'payments', 'scam-reports'],
  ['launches', 'projects', 'subscriptions', 'trading', 'workshops'],
  ['bank-lines', 'casework', 'enrollment', 'identity', 'payment-pages', 'programs', 'system'],
  ['account-pages', 'public-pages', 'staff'],
  ['top'],
];

/** The table of addresses takes nothing from anybody. Else the top is one room. */
function roomOf(path: string): string {
  const room = /^src\/(?:features\/([^/]+)|(kernel|platform|ui))\//.exec(path);
  if (path === 'src/screens.ts') return 'screens';
  return room?.[1] ?? room?.[2] ?? 'top';
}

const floorOf = (room: string): number => floors.findIndex((rooms) => rooms.includes(room));
const featureOf = (path: string): string | null => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
const isOurs = ({ from }: Import): boolean => /^(src|fakes|test|tools)\//.test(from);
const isProduct = ({ path, isTest }: Source): boolean => path.startsWith('src/') && !isTest;
/** What the browser gets. */
const isSeen = (path: string): boolean => /\/screens\/|^src\/ui\//.test(path) || path === 'src/root.tsx';
const isStore = (path: string): boolean => /(^|[/-])store\.ts$/.test(path);

/** Every arrow between two rooms, `from -> to`, with the files that draw it. */
export function arrows(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { path, imports } of sources.filter(isProduct)) {
    for (const { from } of imports.filter(({ from }) => from.startsWith('src/'))) {
      const name = `${roomOf(path)} -> ${roomOf(from)}`;
      if (roomOf(path) !== roomOf(from)) found.set(name, [...(found.get(name) ?? []), `${path} -> ${from}`]);
    }
  }
  return found;
}

/** Arrows that go up or stay on their floor. A room that stands on no floor is below every other, and so goes up. */
export const arrowsUp = (sources: readonly Source[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...arrows(sources)].filter(([name]) => {
      const [from = '', to = ''] = name.split(' -> ');
      return floorOf(from) <= floorOf(to);
    }),
  );

/** A folder of a room; a file that stands in the room itself is a place of its own. */
const folderOf = (path: string): string => /^src\/features\/[^/]+\/[^/]+/.exec(path)?.[0] ?? path;

/** Folders that need themselves, on whatever way round through other folders and files of their room. */
export function foldersInCircles(sources: readonly Source[]): string[] {
  const into = new Map<string, Set<string>>();
  for (const { path, imports } of sources.filter(isProduct)) {
    const others = imports.map(({ from }) => folderOf(from)).filter((to) => to !== folderOf(path));
    into.set(folderOf(path), new Set([...(into.get(folderOf(path)) ?? []), ...others]));
  }
  const reached = (folder: string) => {
    const seen = new Set<string>();
    const next = [...(into.get(folder) ?? [])];
    for (let place = next.pop(); place !== undefined; place = next.pop()) {
      if (!seen.has(place)) next.push(...(into.get(place) ?? []));
      seen.add(place);
    }
    return seen;
  };
  return [...into.keys()].filter((place) => !/\.tsx?$/.test(place) && reached(place).has(place));
}

/** The stores that others may read from, by what their README offers. */
const offered: Readonly<Record<string, readonly string[]>> = {
  'src/features/settings/store.ts': ['settingsVersion', 'settingsOf', 'currentSettings', 'settingsAt', 'inForceSince'],
  'src/features/notices/own-words-store.ts': ['allOwnWords'],
  'src/features/documents/store.ts': ['FileFacts', 'filesOf'],
  'src/features/appropriateness/store.ts': ['learnedColumn'],
  'src/features/cards/session-store.ts': ['lastTry'],
  'src/features/payments/store.ts': ['Payment', 'asksToPay', 'newestPaymentFor', 'paymentById', 'paymentsBetween'],
  'src/features/trading/order/deals-store.ts': ['completedDeals'],
  'src/features/trading/order/history-store.ts': ['orderById'],
  'src/features/screening/index-store.ts': ['sanctionsVersion', 'sourcesInForce'],
  'src/features/notices/mail-store.ts': ['waitingMails'],
  'src/features/scam-reports/look-store.ts': [
    'Asked',
    'askedOf',
    'known',
    'knownFrom',
    'knownIn',
    'LookColumn',
    'lookColumn',
  ],
  'src/features/subscriptions/store.ts': ['included', 'newestSubscription'],
  'src/features/certificates/store.ts': ['ownName'],
  'src/features/learning/course-store.ts': ['addVersion', 'Offered', 'offeredCourse', 'offeredCourses', 'openCourse'],
  'src/features/learning/enrollment-store.ts': [
    'Enrollment',
    'givenStill',
    'heldEnrollment',
    'isOpenToTake',
    'ownEnrollment',
    'takenAnew',
  ],
  'src/features/cards/event-store.ts': ['maskedCard'],
  'src/features/movements/movement-store.ts': [
    'addMovement',
    'isAddressClear',
    'movementJson',
    'movementsColumn',
    'NewMovement',
    'usedFor',
  ],
  'src/features/movements/taken-back-store.ts': ['refuseTakenBack'],
  'src/features/movements/reference-store.ts': ['nextReference', 'ReferenceSource', 'referenceFrom', 'referenceSource'],
  'src/features/movements/stated-store.ts': ['paidFrom', 'refuseAgainstLine', 'refuseShownAgain', 'refuseStated'],
  'src/features/movements/unassigned-store.ts': [
    'lockMoneyUnder',
    'cameInUnder',
    'countUnassigned',
    'Due',
    'dueNamed',
    'giveKeeper',
    'GoingBack',
    'isOrderStopped',
    'isReturnStopped',
    'lockUnassigned',
    'sourcesOf',
    'Unassigned',
    'unassignedMoney',
    'withProposals',
  ],
};

function objection(path: string, entry: Import): string | null {
  const { from, typeOnly, names } = entry;
  if (/^(test|tools)\//.test(from)) return 'code of the product takes nothing from tests or tools';
  if (from.startsWith('fakes/') || typeOnly) return null;
  const foreign = featureOf(from) !== null && featureOf(path) !== null && featureOf(from) !== featureOf(path);
  if (foreign && isStore(from) && !names.every((name) => offered[from]?.includes(name))) return 'a foreign store';
  if (isSeen(path) && (roomOf(from) === 'platform' || isStore(from))) return 'a screen reaches the server';
  if (featureOf(path) && from.startsWith('src/ui/') && from.endsWith('x') && !isSeen(path)) return 'a command draws';
  return null;
}

/** What a file must not take from where it stands: from tests, from a foreign store, as a screen from the server. */
export function outOfBounds(source: Source): string[] {
  if (!isProduct(source)) return [];
  const { path, imports } = source;
  const found = imports.filter(isOurs).map((entry) => ({ from: entry.from, why: objection(path, entry) }));
  const wrong = found.flatMap(({ from, why }) => (why ? [`${path} -> ${from}: ${why}`] : []));
  const node = imports.filter(({ from, typeOnly }) => isSeen(path) && from.startsWith('node:') && !typeOnly);
  return [...wrong, ...node.map(({ from }) => `${path} -> ${from}: a screen reaches the server`)];
}

/** Files that nothing reaches from where the product, a tool or a test begins. Tests alone keep nothing alive. */
export function unusedFiles(sources: readonly Source[], isStart: (path: string) => boolean): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reach = (starts: readonly string[]) => {
    const seen = new Set<string>();
    const next = [...starts];
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      const source = byPath.get(path);
      if (!source || seen.has(path)) continue;
      seen.add(path);
      next.push(...source.imports.map(({ from }) => from), ...namedFiles(source));
    }
    return seen;
  };
  const paths = [...byPath.keys()];
  const tests = paths.filter((path) => /\.(test|e2e)\.ts$/.test(path));
  const product = reach(paths.filter(isStart));
  const withTests = reach([...tests, ...product]);
  return paths.filter(
    (path) => !(/^(test|tools|fakes)\//.test(path) || tests.includes(path) ? withTests : product).has(path),
  );
}
