import { randomInt } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { connectHttp, expectOk, type Registered } from '#server/testing/server/http-client.ts';
import type { Trouble } from '#simulators/one-time-codes.ts';
import { approve } from '#server/testing/people/social.ts';
import { confirmBy } from './confirm.ts';
import { serverOrigin } from './server.ts';
import type { Translate } from './texts.ts';

/** A person who is new to the simulated platforms and unique to this test. */
export function someone(): { readonly id: string; readonly name: string } {
  const id = `p${randomInt(1_000_000_000)}`;
  return { id, name: `山雀_${id}` };
}

/** An account with a social account, registered over HTTP, beside the browser. */
export async function accountBoundTo(platform: Platform, person: string): Promise<Registered> {
  const client = connectHttp(serverOrigin());
  const account = await client.register();
  expectOk(await client.post('/account/auth', { method: 'password', password: account.password }));
  const begun = expectOk(await client.get<{ url: string }>(`/platform/bind?platform=${platform}`));
  expectOk(await client.post('/platform/bind', { platform, ...(await approve(begun.url, person)) }));
  return account;
}

/** The platform's own page, which the simulators show. */
export interface ConsentPage {
  /** Approves as a person for whom the page has no button. */
  approveAs(person: string): Promise<void>;
  refuse(): Promise<void>;
  /** Approves; then the platform does not tell our server who the person is. */
  approveInTrouble(trouble: Trouble): Promise<void>;
  /** Approves, and comes back with a state that is not ours. */
  approveWithWrongState(): Promise<void>;
}

export function consentPage(page: Page): ConsentPage {
  const approval = page.locator('form').filter({ has: page.locator('[name=decision][value=approve]') });
  return {
    async approveAs(person) {
      await approval
        .first()
        .locator('[name=person]')
        .evaluate((input: HTMLInputElement, id) => {
          input.value = id;
        }, person);
      await approval.first().getByRole('button').click();
    },
    async refuse() {
      await page.getByRole('button', { name: 'Refuse' }).click();
    },
    async approveInTrouble(trouble) {
      await page.getByRole('button', { name: `and then: ${trouble}` }).click();
    },
    async approveWithWrongState() {
      await page.getByRole('button', { name: 'another state' }).click();
    },
  };
}

/** The round button of a platform under the forms of visitors. */
export function platformButton(page: Page, t: Translate, platform: Platform): Locator {
  return page.getByRole('button', { name: t('si.with', { platform: t(`social.${platform}`) }), exact: true });
}

/** Proves the identity by password, over any page. */
export async function proveByPassword(page: Page, t: Translate, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('vf.h') });
  await confirmBy(dialog, t, 'vf.byPassword');
  const field = dialog.locator('input').and(page.getByLabel(t('f.password'), { exact: true }));
  await field.fill(password);
  await field.press('Enter');
  await expect(dialog).toBeHidden();
}
