import { type APIRequestContext, expect, type FullConfig, request } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';

/** Global setup: two members of staff raise the order limits, because all journeys share a few demo users. */
export default async function raiseLimits({ projects }: FullConfig): Promise<void> {
  const baseURL = projects[0]?.use.baseURL ?? '';
  const [finance, admin] = [await staff(baseURL, 'finance'), await staff(baseURL, 'admin')];
  const value = { ...demoSettings.order_limits, unpaid: 500 };
  const { proposalId } = await callAsStaff(finance, 'settings/propose', { key: 'order_limits', value });
  await callAsStaff(admin, 'settings/decide', { proposalId, decision: 'approve' });
  await Promise.all([finance.dispose(), admin.dispose()]);
}

async function staff(baseURL: string, name: string): Promise<APIRequestContext> {
  const person = await request.newContext({ baseURL });
  await callAsStaff(person, 'accounts/signIn', { email: `${name}@demo.test`, password: demoPassword });
  return person;
}

async function callAsStaff(person: APIRequestContext, command: string, input: object): Promise<{ proposalId: string }> {
  const answer = await person.post(`/api/rpc/${command}`, { data: { json: input } });
  expect(answer.ok(), `${command}: ${await answer.text()}`).toBe(true);
  return (await answer.json()).json as { proposalId: string };
}
