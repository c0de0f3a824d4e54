import { expect, test } from 'vitest';
import { screens } from '../screens.ts';
import { accountMenu, companyMenu, drawerMenu, legalMenu, mainMenu } from './menu.ts';

test('every menu entry leads to an existing page', () => {
  const led = [...mainMenu, ...drawerMenu, ...accountMenu, ...companyMenu, ...legalMenu].map(({ to }) =>
    to.replace(/[?#].*/, ''),
  );
  expect(led.filter((to) => !screens.includes(to))).toEqual([]);
});
