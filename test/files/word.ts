import { crc32, deflateRawSync } from 'node:zlib';

export type Parts = Readonly<Record<string, string | Buffer>>;

/** ZIP archive as Word packs it: every file deflated, no gaps. */
export function packZip(parts: Parts, { method = 8, behind = '' }: { method?: 0 | 8; behind?: string } = {}): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, given] of Object.entries(parts)) {
    const content = Buffer.from(given);
    const packed = method === 8 ? deflateRawSync(content) : content;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, place, Buffer.from(name)]));
    entries.push(entry);
    at += entry.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...entries, ...directory, end, Buffer.from(behind)]);
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const openPackage = 'http://schemas.openxmlformats.org/package/2006';
export const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

export const types = (more = '', main = mainType): string =>
  `${head}<Types xmlns="${openPackage}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/>${more}</Types>`;

type Link = readonly [type: string, target: string, outside?: true];
export const links = (...given: readonly Link[]): string =>
  `${head}<Relationships xmlns="${openPackage}/relationships">${given
    .map(
      ([type, target, outside], n) =>
        `<Relationship Id="rId${n + 1}" Type="${office}/${type}" Target="${target}"${outside ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

export const body = (inner: string): string =>
  `${head}<w:document xmlns:w="${word}"><w:body><w:p>${inner}</w:p></w:body></w:document>`;
export const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
export const boxed = (inner: string): string => {
  const content = `<w:txbxContent><w:p>${inner}</w:p></w:txbxContent>`;
  return (
    `<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">` +
    `<mc:Choice Requires="wps"><w:drawing><wps:txbx xmlns:wps="wps">${content}</wps:txbx></w:drawing></mc:Choice>` +
    `<mc:Fallback><w:pict><v:textbox xmlns:v="v">${content}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
  );
};
export const field = (...code: readonly string[]): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${code.map((piece) => `<w:r><w:instrText>${piece}</w:instrText></w:r>`).join('')}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('shown')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const text = 'Irie Coin pays farmers on the day they deliver. Supply 1,000,000, no presale.';

export const getDocxParts = (more: Parts = {}): Parts => ({
  '[Content_Types].xml': types(),
  '_rels/.rels': links(['officeDocument', 'word/document.xml']),
  'word/document.xml': body(run(text)),
  'word/_rels/document.xml.rels': links(['hyperlink', 'https://iriecoin.example/', true]),
  ...more,
});

export const createDocx = (saying = text): Buffer => packZip(getDocxParts({ 'word/document.xml': body(run(saying)) }));

export type Storage = { readonly [name: string]: Buffer | Storage };
const none = 0xfffffffe;
const free = 0xffffffff;

/** Compound file [MS-CFB] with these streams in whole sectors. */
export function compound(tree: Storage): Buffer {
  const size = 512;
  const sectors: Buffer[] = [];
  const fat: number[] = [];
  const put = (bytes: Buffer): number => {
    if (bytes.length === 0) return none;
    const first = sectors.length;
    const count = Math.ceil(bytes.length / size);
    for (let n = 0; n < count; n++) {
      const sector = Buffer.alloc(size);
      bytes.copy(sector, 0, n * size);
      sectors.push(sector);
      fat.push(n === count - 1 ? none : sectors.length);
    }
    return first;
  };
  const entries: Buffer[] = [];
  const add = (name: string, type: number): Buffer => {
    const entry = Buffer.alloc(128);
    entry.write(name, 0, 'utf16le');
    entry.writeUInt16LE(name.length * 2 + 2, 64);
    entry.writeUInt8(type, 66);
    for (const at of [68, 72, 76]) entry.writeUInt32LE(free, at);
    entries.push(entry);
    return entry;
  };
  const fill = (parent: Buffer, within: Storage): void => {
    let before: Buffer | null = null;
    for (const [name, child] of Object.entries(within)) {
      const id = entries.length;
      const entry = add(name, Buffer.isBuffer(child) ? 2 : 1);
      if (before) before.writeUInt32LE(id, 72);
      else parent.writeUInt32LE(id, 76);
      before = entry;
      if (Buffer.isBuffer(child)) {
        entry.writeUInt32LE(put(child), 116);
        entry.writeUInt32LE(child.length, 120);
      } else fill(entry, child);
    }
  };
  const root = add('Root Entry', 5);
  root.writeUInt32LE(none, 116);
  fill(root, tree);
  while (entries.length % 4 !== 0) entries.push(Buffer.alloc(128, 0));
  const directoryAt = put(Buffer.concat(entries));
  const fatCount = Math.ceil((fat.length + Math.ceil((fat.length + 16) / 128)) / 128);
  const header = Buffer.alloc(512, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(fatCount, 44);
  header.writeUInt32LE(directoryAt, 48);
  header.writeUInt32LE(0, 56);
  header.writeUInt32LE(none, 60);
  header.writeUInt32LE(none, 68);
  for (let n = 0; n < 109; n++) header.writeUInt32LE(n < fatCount ? sectors.length + n : free, 76 + n * 4);
  const table = Buffer.alloc(fatCount * size, 0xff);
  for (const [at, next] of fat.entries()) table.writeUInt32LE(next, at * 4);
  for (let n = 0; n < fatCount; n++) table.writeUInt32LE(0xfffffffd, (sectors.length + n) * 4);
  return Buffer.concat([header, ...sectors, table]);
}

type Doc = { readonly text?: string; readonly flags?: number; readonly version?: number; readonly template?: string };

export function docStreams({ text: says = text, flags = 0, version = 0x00c1, template = 'Normal' }: Doc = {}): Storage {
  const start = 0x800;
  const document = Buffer.alloc(start + says.length * 2);
  document.writeUInt16LE(0xa5ec, 0);
  document.writeUInt16LE(version, 2);
  document.writeUInt16LE(0x0200 | flags, 10);
  document.write(says, start, 'utf16le');
  const pieces = Buffer.alloc(5 + 16);
  pieces.writeUInt8(2, 0);
  pieces.writeUInt32LE(16, 1);
  pieces.writeUInt32LE(0, 5);
  pieces.writeUInt32LE(says.length, 9);
  pieces.writeUInt32LE(start, 15);
  const names = Buffer.concat([
    Buffer.from([0xff, 0xff, 1, 0, 0, 0, template.length, 0]),
    Buffer.from(template, 'utf16le'),
  ]);
  document.writeUInt32LE(0, 0x1a2);
  document.writeUInt32LE(pieces.length, 0x1a6);
  document.writeUInt32LE(pieces.length, 0x19a);
  document.writeUInt32LE(names.length, 0x19e);
  return { WordDocument: document, '1Table': Buffer.concat([pieces, names]) };
}

export const createDoc = (of: Doc = {}, more: Storage = {}): Buffer => compound({ ...docStreams(of), ...more });
