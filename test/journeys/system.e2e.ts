import { expect } from '@playwright/test';
import { insertFailedJob } from '../system.ts';
import { type Steps, story, test } from './journey.ts';
import { connectAsOwner } from './owner.ts';
import { ask, dialog, expectGoodLayout, openSection, openWindowFor, toast } from './scene.ts';

const systemPageSteps: Steps = {
  'an admin sees the system status and retries a failed job, which is logged': async ({ browser }) => {
    const database = await connectAsOwner();
    const { id, job } = await insertFailedJob(database, {
      job: 'trading.send_email',
      error: 'connect ECONNREFUSED 127.0.0.1:25',
    });
    const page = await openWindowFor(browser, 'admin');
    await page.goto('/admin');
    await openSection(page, 'System');
    await expect(page.getByRole('heading', { name: 'System', level: 1 })).toBeVisible();
    const part = (name: string) => page.getByRole('region', { name });
    await expect(part('Readiness').getByText('Database is up to date')).toBeVisible();
    await expect(part('Build').getByText('Unknown: no backup marker is configured')).toBeVisible();
    await expect(part('Providers').getByRole('listitem').filter({ hasText: 'WiPay' })).toContainText('Off');
    await expect(part('Lists and data').getByText('Provider networks')).toBeVisible();
    const work = part('Failed jobs').getByRole('listitem').filter({ hasText: job }).first();
    await expect(work).toContainText('connect ECONNREFUSED');
    await expect(work).toContainText('after 3 attempts');
    await expectGoodLayout(page);

    await work.getByRole('button', { name: `Try again: ${job}` }).click();
    await expect(toast(page, 'Retry queued')).toBeVisible();
    await expect(page.getByText('connect ECONNREFUSED')).toHaveCount(0);
    const { entries } = await ask<{ entries: { action: string; subjectId: string }[] }>(page, 'audit/list', {
      subject: id,
    });
    expect(entries).toMatchObject([{ action: 'system.tried_again', subjectId: id }]);
    await database.end();
  },

  'other staff have no link to the system page and cannot read it': async ({ browser }) => {
    const page = await openWindowFor(browser, 'compliance');
    await page.goto('/admin');
    await page.getByRole('button', { name: 'All pages' }).click();
    await expect(dialog(page).getByRole('link', { name: 'Audit' })).toBeVisible();
    await expect(dialog(page).getByRole('link', { name: 'System' })).toHaveCount(0);
    await page.goto('/admin/system');
    await expect(page.getByText("Your role doesn't give you access to this page. Admins can see it.")).toBeVisible();
    const answer = await page.request.post('/api/rpc/system/show', { data: {} });
    expect(answer.status()).toBe(403);
  },
};

test('the system page', story(systemPageSteps));
