import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { missingLicences } from '../notice/notice-text.ts';
import { type Lock, type Locked as Needs, productPackages } from '../packages/production.ts';

type Licences = readonly { readonly license: object }[];
type Component = { 'bom-ref': string; name: string; licenses?: Licences };
type Dependency = { ref: string; dependsOn?: string[] };
export type Sbom = { metadata: { component: Component }; components: Component[]; dependencies: Dependency[] };

/** CycloneDX document of the lock file. `npm sbom` adds build tools, and lacks the product's name and some licences. */
export function productionSbom(): string {
  const args = [
    'sbom',
    '--package-lock-only',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--omit',
    'dev',
  ];
  const bill = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })) as Sbom;
  const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock<Locked>;
  const { packages } = lock;
  const product = new Set(
    [...productPackages(lock)].map((path) => `${path.replace(/.*node_modules\//, '')}@${packages[path]?.version}`),
  );
  bill.metadata.component.name = name;
  bill.components = bill.components.filter((component) => product.has(component['bom-ref']));
  for (const component of bill.components) component.licenses = licencesOf(component, packages);
  const main = bill.metadata.component['bom-ref'];
  const isListed = (ref: string): boolean => ref === main || product.has(ref);
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isListed(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isListed) }));
  return `${JSON.stringify(bill, null, 2)}\n`;
}

type Locked = Needs & { readonly license?: string; readonly version?: string };

function licencesOf({ name, licenses = [] }: Component, packages: Lock<Locked>['packages']): Licences {
  if (licenses.length > 0) return licenses;
  const licence = missingLicences[name] ?? packages[`node_modules/${name}`]?.license;
  if (licence === undefined) throw new Error(`${name} has no licence: add it to missingLicences`);
  return [{ license: { name: licence } }];
}
