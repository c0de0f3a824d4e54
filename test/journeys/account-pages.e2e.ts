import { expect, type Route } from '@playwright/test';
import { demoPassword } from '../../fakes/people.ts';
import { type Steps, story, test } from './journey.ts';
import { ask, expectNoAxeFindings, fillSignIn, placeBuy, signIn, signInWithNewSession, toast } from './scene.ts';

/** Route handler that fetches the real response and changes its body. */
const changeResponse =
  (change: (json: Record<string, never>) => unknown) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const { json, meta } = await response.json();
    await route.fulfill({ response, json: { json: change(json), meta } });
  };

const dashboardSteps: Steps = {
  'a signed-out visitor of the dashboard signs in and returns to it': async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/auth');
    await fillSignIn(page, 'tier1@demo.test', demoPassword);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: /, Tariq$/ })).toBeVisible();
  },

  'an active plan shows its dates and a countdown, and Manage offers another month': async ({ page }) => {
    await signIn(page, 'tier2');
    await page.goto('/dashboard');
    const plan = page.getByRole('region', { name: 'Personal plan' });
    await expect(plan.getByText('Active')).toBeVisible();
    await expect(plan.locator('.count')).toHaveText(/^1[12]days?\d\dhours?\d\dminutes?\d\dseconds?$/);
    const before = await plan.locator('.count').innerText();
    await expect(plan.locator('.count')).not.toHaveText(before, { useInnerText: true });
    await expect(plan.getByText(/Ends in 1[12] days, \d+ hours?/)).toBeVisible();
    await expect(plan.getByRole('img', { name: /^From \w{3} \d+ \w{3} \d{4} to / })).toBeVisible();
    await expectNoAxeFindings(page);
    await plan.getByRole('button', { name: 'Manage' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Extend your subscription' });
    await expect(dialog.getByText('Continue to payment')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(plan.getByRole('button', { name: 'Manage' })).toBeFocused();
  },

  'an ended plan is marked Expired, a pending one has no countdown, and no plan is stated': async ({ page }) => {
    await signIn(page, 'tier2');
    const expired = (json: Record<string, never>) => ({
      ...json,
      subscription: { ...(json['subscription'] as object | undefined), endDate: '2026-01-02T00:00:00.000Z' },
    });
    await page.route('**/accountPages/subscription', changeResponse(expired));
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Personal plan' }).getByText('Expired').first()).toBeVisible();
    await expect(page.locator('.count')).toHaveCount(0);
    await signIn(page, 'tier1');
    await page.unroute('**/accountPages/subscription');
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Basic plan' }).getByText('Pending')).toBeVisible();
    await expect(page.locator('.count')).toHaveCount(0);
    await signIn(page, 'visitor');
    await page.goto('/dashboard');
    await expect(
      page.getByRole('region', { name: 'Subscription' }).getByText("You don't have a plan yet."),
    ).toBeVisible();
  },

  'the dashboard shows account, monthly limit and courses, with links to their pages': async ({ page }) => {
    await signIn(page, 'tier1');
    await page.goto('/dashboard');
    const account = page.getByRole('region', { name: 'Account Information' });
    await expect(account.getByText('tier1@demo.test')).toBeVisible();
    await expect(account.getByText('Verified', { exact: true })).toBeVisible();
    const limit = page.getByRole('region', { name: 'Monthly limit' });
    await expect(limit.getByRole('img', { name: /used and .* held of J\$262,500/ })).toBeVisible();
    await expect(limit.getByText(/^Resets .*Jamaica time/)).toBeVisible();
    for (const name of ['Browse Courses', 'Learning Hub', 'Curriculum'])
      await expect(page.getByRole('heading', { name })).toBeVisible();
    await limit.getByRole('link', { name: 'Go to KYC' }).click();
    await expect(page).toHaveURL('/profile#kyc');
    await page.goto('/dashboard');
    await page.getByRole('region', { name: 'Prices' }).getByRole('link', { name: 'Buy Ethereum' }).click();
    await expect(page.getByLabel('Crypto', { exact: true })).toHaveValue('ETH');
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/profile');
    await page.goto('/trading');
    await page.getByRole('region', { name: 'Monthly limit' }).getByRole('link', { name: 'Go to KYC' }).click();
    await expect(page).toHaveURL('/profile#kyc');
  },

  'an unverified email address is marked Not Verified': async ({ page }) => {
    await signIn(page, 'tier1');
    await page.route(
      '**/accountPages/overview',
      changeResponse((json) => ({ ...json, verified: false })),
    );
    await page.goto('/dashboard');
    await expect(page.getByText('Not Verified')).toBeVisible();
  },

  'the next step of the customer comes first and links to it; without one, the dashboard offers trading': async ({
    page,
  }) => {
    await signIn(page, 'finance');
    // Without tier 1, its verification is the next step.
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Confirm who you are (Tier 1)' })).toBeVisible();
    const approved = (json: Record<string, never>) => {
      const tiers: Record<string, object> = json['tiers'] ?? {};
      return { ...json, tiers: { ...tiers, 1: { ...tiers['1'], status: 'approved' } } };
    };
    await page.route('**/identity/own', changeResponse(approved));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Place your first order' })).toBeVisible();
    const experienced = changeResponse((json) => ({ ...json, total: 3 }));
    await page.route('**/trading/counts', experienced);
    await page.reload();
    await expect(page.getByText("You're all set.")).toBeVisible();
    await expect(page.locator('.turn')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Start Trading' })).toHaveClass('btn');
    await page.unroute('**/identity/own');
    await signIn(page, 'enhanced');
    const { orderId, reference } = await placeBuy(page, `${6000 + Math.floor(Math.random() * 900)}.00`);
    await page.goto('/dashboard');
    await expect(page.locator('.turn')).toHaveText('Waiting for you');
    await expect(page.getByRole('link', { name: 'Start Trading' })).toHaveClass('btn line');
    await expect(page.getByText(`Order ${reference}, placed`)).toBeVisible();
    await expectNoAxeFindings(page);
    await page.locator(`a[href="/orders/${orderId}"]`).click();
    await expect(page).toHaveURL(`/orders/${orderId}`);
    await ask(page, 'trading/cancelOwn', { orderId });
    await page.goto('/dashboard');
    await expect(page.getByText(reference)).toHaveCount(0);
  },

  'a rejected identity check is shown as the next step and links to the rejected part': async ({ page }) => {
    await signIn(page, 'compliance');
    const rejected = (json: Record<string, never>) => {
      const tiers: Record<string, object> = json['tiers'] ?? {};
      return { ...json, tiers: { ...tiers, 1: { ...tiers['1'], status: 'rejected', give: ['selfie'] } } };
    };
    await page.route('**/identity/own', changeResponse(rejected));
    await page.goto('/dashboard');
    await expect(page.getByText('Two things are waiting for you.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Correct one part of Tier 1' })).toBeVisible();
    await page.getByRole('link', { name: 'See which part' }).click();
    await expect(page).toHaveURL('/dashboard#kyc');
  },

  'parts that fail to load show an error and load with Try Again': async ({ page }) => {
    await signIn(page, 'tier2');
    const paths = ['**/accountPages/*', '**/trading/limits', '**/trading/open'];
    for (const path of paths) await page.route(path, (route) => route.fulfill({ status: 400, json: { json: {} } }));
    await page.goto('/dashboard');
    const texts = [
      "We couldn't load your next steps.",
      "We couldn't load your limit.",
      "We couldn't load your plan.",
      "We couldn't load your account.",
    ];
    for (const text of texts) await expect(page.getByText(text)).toBeVisible();
    await expectNoAxeFindings(page);
    for (const path of paths) await page.unroute(path);
    await page.getByRole('region', { name: 'Account Information' }).getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('tier2@demo.test')).toBeVisible();
    await page.route('**/accountPages/profile', (route) => route.fulfill({ status: 400, json: { json: {} } }));
    await page.goto('/profile');
    await expect(page.getByText("We couldn't load your profile.")).toBeVisible();
  },

  'signing out from the dashboard ends the session': async ({ page }) => {
    await signInWithNewSession(page, 'support');
    await page.goto('/dashboard');
    await page.getByRole('region', { name: 'Account Information' }).getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/');
    await expect(toast(page, 'Signed out')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/auth');
  },
};

test('the dashboard', story(dashboardSteps));
