import { readFileSync } from 'node:fs';

/** Packages that only build the pages. */
const builders = ['@react-router/dev', '@react-router/node', 'postcss', 'vite'];

/** Packages that the build copies into the pages, so that neither the built server nor its sources load them. */
const inPages = [
  '@orpc/tanstack-query',
  '@simplewebauthn/browser',
  '@tanstack/react-query',
  'isbot',
  'lightweight-charts',
  'lucide-react',
  'react-dom',
];

type Names = Readonly<Record<string, string>>;
export type Locked = {
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly link?: boolean;
  readonly resolved?: string;
};
export type Lock<Package extends Locked = Locked> = { readonly packages: Readonly<Record<string, Package>> };

export const readLock = (): Lock => JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Paths of the packages that the server loads, in the image and on a machine with systemd. */
export const serverPackages = (lock: Lock): ReadonlySet<string> => packagesFrom(lock, [...builders, ...inPages]);

/** Paths of the packages of which the product consists: those of the server and of the pages. */
export const productPackages = (lock: Lock): ReadonlySet<string> => packagesFrom(lock, builders);

/** Walks from the production dependencies without the `omitted` ones. */
function packagesFrom(lock: Lock, omitted: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (path: string, names: readonly string[]): void => {
    for (const name of names) {
      const to = resolvePackage(lock, path, name);
      if (to === null || found.has(to)) continue;
      found.add(to);
      visit(to, neededBy(lock.packages[to]));
    }
  };
  visit(
    '',
    Object.keys(lock.packages['']?.dependencies ?? {}).filter((name) => !omitted.includes(name)),
  );
  return found;
}

function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Locked = {}) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Path of the package `name` for the package at `from`: its own, or that of a folder above. */
function resolvePackage({ packages }: Lock, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (at === '') return null;
  }
}
