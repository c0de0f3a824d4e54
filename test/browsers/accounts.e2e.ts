import { demoPassword } from '../../fakes/people.ts';
import { findMailedLink, newAddress, password } from '../journeys/scene.ts';
import { test } from './story.ts';

test('a new customer signs up and verifies the email address', async ({ tab, request }) => {
  const email = newAddress();
  await tab.open('/auth?tab=signup');
  await tab.fill('Email', email);
  await tab.fill('Password', password);
  await tab.fill('Confirm password', password);
  await tab.fillDate('Date of birth', '1990-04-12');
  await tab.check(/^I agree to the/);
  await tab.press('button', 'Create Account');
  await tab.sees('Check your email', email);
  await tab.open(await findMailedLink({ request }, email, 'type=signup'));
  await tab.press('button', 'Verify my email');
  await tab.sees('Email Verified!');
  await tab.isAt(/\/dashboard$/);
});

test('a customer signs in, sees the dashboard and signs out', async ({ tab }) => {
  await tab.open('/auth');
  await tab.fill('Email', 'tier1@demo.test');
  await tab.fill('Password', 'Wrong-Mountain-1!');
  await tab.press('button', 'Sign In');
  await tab.sees('Sign In Error');
  await tab.fill('Password', demoPassword);
  await tab.press('button', 'Sign In');
  await tab.isAt(/localhost:\d+\/$/);
  await tab.open('/dashboard');
  await tab.sees('Tier 1');
  await tab.press('button', 'Sign out');
  await tab.sees('Signed out');
  await tab.open('/dashboard');
  await tab.isAt(/\/auth/);
});
