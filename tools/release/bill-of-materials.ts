import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { missingLicences } from '../notice/notice-text.ts';

type Licences = readonly { readonly license: object }[];
type Component = { name: string; purl?: string; licenses?: Licences };
export type Sbom = { metadata: { component: Component }; components: Component[] };

/**
 * CycloneDX document of the production packages, from the lock file. `npm sbom` names the product after its folder and
 * knows no licence of a package without a licence expression; both are added.
 */
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
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Locked };
  bill.metadata.component.name = name;
  for (const component of bill.components) component.licenses = licencesOf(component, packages);
  return `${JSON.stringify(bill, null, 2)}\n`;
}

type Locked = Readonly<Record<string, { readonly license?: string }>>;

function licencesOf({ name, licenses = [] }: Component, packages: Locked): Licences {
  if (licenses.length > 0) return licenses;
  const licence = missingLicences[name] ?? packages[`node_modules/${name}`]?.license;
  if (licence === undefined) throw new Error(`${name} has no licence: add it to missingLicences`);
  return [{ license: { name: licence } }];
}
