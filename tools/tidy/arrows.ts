import { type Import, namedFiles, type Source } from './source.ts';

/**
 * Layers of units, lowest first (ADR 02). A unit imports from lower layers only, types and screens included, so no two
 * units depend on each other. A unit is a feature, a folder of a feature, or all staff screens.
 */
export const layers: readonly (readonly string[])[] = [
  ['kernel', 'screens'],
  ['platform', 'ui'],
  ['accounts/agreements', 'approvals', 'audit', 'documents', 'notifications'],
  ['assets', 'location', 'risk', 'staff/roles'],
  ['settings'],
  ['accounts', 'notifications/news', 'prices'],
  ['compliance', 'learning', 'ledger', 'prices/alerts'],
  ['freezes', 'learning/authoring', 'screening'],
  ['discounts', 'learning/appropriateness', 'outgoing-money', 'payments/cards', 'receipts'],
  ['learning/certificates', 'payments', 'scam-reports'],
  ['launches', 'learning/projects', 'subscriptions', 'trading', 'workshops'],
  [
    ...['api-access', 'compliance/casework', 'help', 'kyc', 'learning/enrollment', 'payments/return-pages', 'system'],
    'unallocated-funds',
  ],
  ['bank-reconciliation', 'status'],
  ['profile', 'public-site'],
  ['staff screens'],
  ['top'],
];

/** Nested units first, because their path also starts with the path of the feature. */
const units = layers.flat().sort((one, other) => other.length - one.length);

/** Unit of a file. `src/screens.ts` is its own unit, because it imports nothing. */
function moduleOf(path: string): string {
  if (path === 'src/screens.ts') return 'screens';
  if (/^src\/features\/(?:.+\/)?staff\/screens\//.test(path)) return 'staff screens';
  const inside = /^src\/(?:features\/)?(.+)/.exec(path)?.[1] ?? '';
  return units.find((unit) => inside.startsWith(`${unit}/`)) ?? featureOf(path) ?? 'top';
}

const layerOf = (feature: string): number => layers.findIndex((features) => features.includes(feature));
const featureOf = (path: string): string | null => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
const isOwnImport = ({ from }: Import): boolean => /^(src|fakes|lab|test|tools)\//.test(from);
const isProduct = ({ path, isTest }: Source): boolean => path.startsWith('src/') && !isTest;
const isBrowserCode = (path: string): boolean => /\/screens\/|^src\/ui\//.test(path) || path === 'src/root.tsx';
const isStore = (path: string): boolean => /(^|[/-])store\.ts$/.test(path);

/** Imports between modules: files by `from -> to`. */
export function arrows(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { path, imports } of sources.filter(isProduct)) {
    for (const { from } of imports.filter(({ from }) => from.startsWith('src/'))) {
      const name = `${moduleOf(path)} -> ${moduleOf(from)}`;
      if (moduleOf(path) !== moduleOf(from)) found.set(name, [...(found.get(name) ?? []), `${path} -> ${from}`]);
    }
  }
  return found;
}

/** Imports from a higher layer or the same one. A feature that is missing in `layers` may import nothing. */
export const arrowsUp = (sources: readonly Source[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...arrows(sources)].filter(([name]) => {
      const [from = '', to = ''] = name.split(' -> ');
      return layerOf(from) <= layerOf(to);
    }),
  );

/** First folder below the unit, or the file itself when it is directly in the unit. */
function folderOf(path: string): string {
  const unit = `src/features/${moduleOf(path)}/`;
  return path.startsWith(unit) ? unit + path.slice(unit.length).replace(/\/.*/, '') : path;
}

type Edges = ReadonlyMap<string, ReadonlySet<string>>;

function isInCycle(edges: Edges, node: string): boolean {
  const seen = new Set<string>();
  const next = [...(edges.get(node) ?? [])];
  for (let place = next.pop(); place !== undefined; place = next.pop()) {
    if (!seen.has(place)) next.push(...(edges.get(place) ?? []));
    seen.add(place);
  }
  return seen.has(node);
}

/** Product files in an import cycle. Imports of types and lazy imports count. */
export function filesInCycles(sources: readonly Source[]): string[] {
  const toEdges = ({ path, imports }: Source) => [path, new Set(imports.map(({ from }) => from))] as const;
  const edges: Edges = new Map(sources.filter(isProduct).map(toEdges));
  return [...edges.keys()].filter((path) => isInCycle(edges, path));
}

/** Folders in an import cycle within their unit. */
export function foldersInCycles(sources: readonly Source[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { path, imports } of sources.filter(isProduct)) {
    const inUnit = imports.filter(({ from }) => moduleOf(from) === moduleOf(path));
    const others = inUnit.map(({ from }) => folderOf(from)).filter((to) => to !== folderOf(path));
    edges.set(folderOf(path), new Set([...(edges.get(folderOf(path)) ?? []), ...others]));
  }
  return [...edges.keys()].filter((place) => !/\.tsx?$/.test(place) && isInCycle(edges, place));
}

/** Store exports that other features may import, by file. READMEs of the features explain them. */
const offered: Readonly<Record<string, readonly string[]>> = {
  'src/features/settings/store.ts': [
    'settingsVersion',
    'loadSettings',
    'loadCurrentSettings',
    'loadSettingsAt',
    'findInForceSince',
    'findSettingHistory',
  ],
  'src/features/documents/store.ts': ['findFileSummaries'],
  'src/features/learning/appropriateness/store.ts': ['learnedColumn'],
  'src/features/payments/cards/session-store.ts': ['findLastAttempt'],
  'src/features/payments/store.ts': [
    'Payment',
    'isAwaitingCustomer',
    'findNewestPaymentFor',
    'findPayment',
    'findPaymentsBetween',
  ],
  'src/features/trading/order/deals-store.ts': ['findCompletedDeals'],
  'src/features/trading/order/history-store.ts': ['findOrder'],
  'src/features/screening/index-store.ts': ['sanctionsVersion', 'findActiveVersion', 'findSources'],
  'src/features/notifications/store.ts': ['waitingMails'],
  'src/features/system/figures-store.ts': ['readinessSources'],
  'src/features/scam-reports/store.ts': [
    'IndicatorColumns',
    'toColumns',
    'matchKnown',
    'findKnown',
    'LookupRows',
    'lookupColumn',
    'loadActiveVersions',
  ],
  'src/features/subscriptions/store.ts': ['findIncludedFeatures', 'newestSubscription'],
  'src/features/learning/certificates/store.ts': ['findMyName'],
  'src/features/learning/course-store.ts': [
    'addVersion',
    'OfferedCourse',
    'findOfferedCourse',
    'findOfferedCourses',
    'loadCourse',
  ],
  'src/features/learning/enrollment-store.ts': [
    'Enrollment',
    'lockMyEnrollment',
    'canEnrollAgain',
    'findMyEnrollment',
    'renewedColumns',
  ],
  'src/features/payments/cards/event-store.ts': ['findMaskedCard'],
  'src/features/ledger/movement-store.ts': [
    'insertMovement',
    'isAddressClear',
    'movementJson',
    'movementsColumn',
    'NewMovement',
    'findUse',
    'findRecorders',
    'hasOpenChargeback',
  ],
  'src/features/ledger/reference-store.ts': [
    'createReference',
    'ReferenceSource',
    'formatSourceReference',
    'referenceSource',
  ],
  'src/features/ledger/bank-evidence-store.ts': ['findBankPayer', 'findDifferingLine', 'findDuplicateLine'],
  'src/features/ledger/reversal-store.ts': [
    'Contradiction',
    'ContradictionKind',
    'findContradictions',
    'findReversal',
    'refuseReversal',
  ],
  'src/features/ledger/unallocated-store.ts': [
    'lockCharge',
    'findIncomingUnder',
    'countUnallocated',
    'Due',
    'findDueByReference',
    'setAssignee',
    'lockUnallocatedRow',
    'findSources',
    'Unallocated',
    'findUnallocated',
    'findWithProposals',
  ],
};

function objection(path: string, entry: Import): string | null {
  const { from, typeOnly, names } = entry;
  if (/^(lab|test|tools)\//.test(from)) return 'the product must not import tests, tools or the lab';
  if (from.startsWith('fakes/') || typeOnly) return null;
  const foreign = featureOf(from) !== null && featureOf(path) !== null && moduleOf(from) !== moduleOf(path);
  if (foreign && isStore(from) && !names.every((name) => offered[from]?.includes(name)))
    return 'a store of another feature';
  if (isBrowserCode(path) && (moduleOf(from) === 'platform' || isStore(from))) return 'a screen imports server code';
  if (featureOf(path) && from.startsWith('src/ui/') && from.endsWith('x') && !isBrowserCode(path))
    return 'a command imports a component';
  return null;
}

/** Forbidden imports: from tests, from another feature's store, or from the server in a screen. */
export function outOfBounds(source: Source): string[] {
  if (!isProduct(source)) return [];
  const { path, imports } = source;
  const found = imports.filter(isOwnImport).map((entry) => ({ from: entry.from, why: objection(path, entry) }));
  const wrong = found.flatMap(({ from, why }) => (why ? [`${path} -> ${from}: ${why}`] : []));
  const node = imports.filter(({ from, typeOnly }) => isBrowserCode(path) && from.startsWith('node:') && !typeOnly);
  return [...wrong, ...node.map(({ from }) => `${path} -> ${from}: a screen imports server code`)];
}

/** Files that no entry point of the product or tools reaches. Files that only tests use are unused. */
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
    (path) => !(/^(test|tools|fakes|lab)\//.test(path) || tests.includes(path) ? withTests : product).has(path),
  );
}
