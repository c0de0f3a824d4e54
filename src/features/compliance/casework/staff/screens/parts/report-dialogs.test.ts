import { expect, test } from 'vitest';
import { indentXml } from './report-dialogs.tsx';

test('single-line XML is indented by depth', () => {
  const file = '<?xml version="1.0"?><report><a>1</a><b><c/></b></report>';
  expect(indentXml(file).split('\n')).toEqual([
    '<?xml version="1.0"?>',
    '<report>',
    '  <a>1</a>',
    '  <b>',
    '    <c/>',
    '  </b>',
    '</report>',
  ]);
});
