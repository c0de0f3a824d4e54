import { expect, test } from 'vitest';
import { demoSettings } from '../../settings/demo-settings.ts';
import { settingShapes } from '../../settings/schema.ts';
import { classifyLikeness } from './classify.ts';
import { listOfficialContacts } from './official.ts';

const companyWith = (instagram: string | null) => ({
  ...demoSettings.company,
  social: { ...demoSettings.company.social, instagram },
});

test('our page on a shared site is recognised, and the whole site is not ours', () => {
  for (const site of ['https://www.instagram.com', 'https://www.instagram.com/', 'https://www.instagram.com/?hl=en'])
    expect(settingShapes.company.safeParse(companyWith(site)).error?.issues).toMatchObject([
      { message: 'Enter the address of our page, not of the whole site' },
    ]);
  const company = settingShapes.company.parse(companyWith('https://www.instagram.com/cryptocommerce'));
  const known = listOfficialContacts({ ...demoSettings, company }, 'https://cryptocommerce.example');
  expect(known.find(({ name }) => name === 'Instagram')).toMatchObject({ kind: 'page' });
  const classify = (value: string) => classifyLikeness({ kind: 'handle', scope: 'instagram', value }, known);
  expect(['cryptocommerce', 'cryptocommerce.help', 'kim'].map(classify)).toEqual(['ours', 'alike', null]);
  expect(settingShapes.company.safeParse(companyWith(null)).success).toBe(true);
});
